export interface NamedLink {
  label: string
  url: string
}

export interface SiteLinks {
  documentation: string
  repository: string
  hackathon: string
  social: NamedLink[]
}

/** Default links, used unless `/config.json` sets others. Where the source of a deployment is, only that knows. */
export const DEFAULT_LINKS: SiteLinks = {
  documentation: 'https://developers.flow.com',
  repository: 'https://github.com/search?q=dharma-guard&type=repositories',
  hackathon: 'https://hackathon.flow.com',
  social: [
    { label: 'X', url: 'https://x.com/flow_blockchain' },
    { label: 'Discord', url: 'https://discord.com/invite/flow' },
    { label: 'GitHub', url: 'https://github.com/onflow' },
  ],
}
