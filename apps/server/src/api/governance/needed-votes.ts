import { getVoteCalendar, listNeededVotes } from '@app/api/routes/governance.ts'
import { toAddress } from '@app/values/address.ts'
import { loadResponseMeta } from '../answers/load-response-meta.ts'
import type { Api } from '../api.ts'
import { mountRoute, toFastifySchemas } from '../http/mount-route.ts'
import { checkAddresses } from '../input/check-addresses.ts'
import { buildVoteCalendar } from './build-vote-calendar.ts'
import { loadNeededVotes, loadOpenProposals } from './load-needed-votes.ts'

/** Mounts the routes about the votes that a wallet can cast, as a list and as a calendar. */
export function mountNeededVoteRoutes(api: Api): void {
  mountRoute(api, { route: listNeededVotes }, async ({ query }) => ({
    data: await loadNeededVotes(api.context, toAddress(query.address)),
    meta: await loadResponseMeta(api),
  }))
  mountCalendar(api)
}

function mountCalendar({ app, context, limits }: Api): void {
  const { network } = context.config
  app.get(
    getVoteCalendar.url,
    { schema: toFastifySchemas(getVoteCalendar), handlerTimeout: limits.responseTimeoutMs },
    async (request, reply) => {
      checkAddresses(getVoteCalendar, request, network)
      const { address } = request.query as { address: string }
      const open = await loadOpenProposals(context)
      return reply
        .header('content-type', 'text/calendar; charset=utf-8')
        .header('content-disposition', 'attachment; filename="dharma-guard-votes.ics"')
        .send(buildVoteCalendar(open, { address: toAddress(address), network }))
    },
  )
}
