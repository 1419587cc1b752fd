/**
 * Which room may import which others. Types count, and what is not listed is forbidden. `room(a b)`: through these doors
 * alone, patterns of files and folders. Tests, `bench/` and `scripts/` may look into every room. `npm run check` reads
 * this list, and `npm run generate` draws it in docs/build/architecture.md.
 * @type {Readonly<Record<string, string>>}
 */
export const ROOMS = {
  'packages/values': '',
  'packages/flow': 'packages/values',
  'packages/flow/send': 'packages/flow packages/values',
  'packages/score': 'packages/values',
  'packages/rules': 'packages/values',
  'packages/api': 'packages/values',
  'packages/embedded-postgres': 'packages/values',
  'packages/contracts':
    'packages/values packages/rules packages/flow(decode/cadence-arg keys/create-signer proof/account-proof)',

  'server/config': 'packages/values packages/flow(keys/read-key-file)',
  'server/db': 'server/config packages/values packages/score packages/flow/send(transaction)',
  'server/flow-access':
    'server/config packages/values packages/score(inputs/describe-numbers) packages/flow packages/contracts',
  'server/runtime':
    'server/config server/db packages/values packages/score(version) packages/flow(read)',
  'server/labels': 'server/config server/runtime server/db packages/values packages/score',
  'server/facts': 'server/runtime server/db packages/values packages/score',
  'server/indexer':
    'server/config server/runtime server/db packages/values packages/score(facts) packages/flow packages/contracts',
  'server/scorer':
    'server/facts server/runtime server/db packages/values packages/score packages/api(schemas/score) packages/flow packages/contracts',
  'server/governance':
    'server/facts(load-coverage) server/flow-access(read-eligibility) server/runtime server/db packages/values packages/rules packages/flow packages/contracts',
  'server/rescan':
    'server/config server/indexer(decode/decoding next-range fetch stages) server/governance(mirror signatures) server/facts(load-facts) server/labels server/flow-access server/runtime server/db(migrate) packages/values packages/score(facts) packages/flow(read)',
  'server/cosigner':
    'server/config server/scorer(score-account read-rules) server/facts(load-coverage load-indexed-tip) server/flow-access server/runtime server/db packages/values packages/rules packages/score(version) packages/flow packages/flow/send packages/contracts',
  'server/agent':
    'server/config server/cases(write-case-changes) server/governance(read-proposals) server/scorer(stored-score read-[a-z-]+ write-[a-z-]+ score-account) server/facts server/labels(remove-labels-after-appeal) server/flow-access server/runtime server/db packages/values packages/rules packages/score packages/flow packages/flow/send packages/contracts',
  'server/replay':
    'server/config server/agent(history/write-action-end create-[a-z]+-stage [a-z]+/create-[a-z]+-stage write-backlog decision/judged-accounts) server/governance(mirror) server/indexer server/scorer(create-scorer-stages) server/facts(load-coverage) server/labels server/runtime server/db packages/values packages/score packages/flow packages/contracts(hash-reason)',
  'server/cases':
    'server/config server/governance server/runtime server/db packages/values packages/rules packages/score(canonical) packages/api(schemas/case) packages/contracts(hash-reason)',
  'server/alerts':
    'server/config server/agent(history/read-history take-notices) server/facts(load-indexed-tip) server/runtime server/db packages/values packages/api(schemas)',
  'server/api':
    'server/agent(request-[a-z]+ submit-message record-flag read-agent-status read-own-flag [a-z]+/read-[a-z-]+) server/alerts(alert subscriptions channels guard/check-target-url) server/cases(write-owner-statement write-withheld-text read-[a-z-]+) server/cosigner(read-signers) server/governance server/scorer server/facts server/labels server/flow-access server/runtime server/db packages/values packages/rules packages/score packages/flow packages/contracts packages/api',
  'server/main':
    'server/config server/api server/alerts server/cases server/agent server/cosigner server/governance server/scorer server/indexer server/flow-access server/runtime server/db packages/values packages/embedded-postgres',

  'web/lib': 'packages/values packages/api packages/contracts(consent-message describe-unfreeze)',
  'web/ui': 'web/lib packages/values packages/api packages/contracts(describe-unfreeze)',
  'web/features':
    'web/ui web/lib packages/values packages/rules packages/api packages/contracts(describe-unfreeze addresses)',
  'web/pages': 'web/features web/ui web/lib packages/values packages/api',
  'web/main': 'web/pages web/features web/ui web/lib packages/values packages/api',

  'apps/deploy': 'packages/values packages/flow packages/flow/send packages/contracts',
  'apps/lab': 'packages/values packages/score packages/api',
  'apps/verify':
    'server/config server/api(governance/vote-archive) server/cases(list-case-events read-case-sources summarize-case) server/replay server/rescan server/agent(clearing/build-clearance decision/build-statement) server/indexer(decode) server/flow-access server/scorer(read-holdings) server/runtime packages/values packages/flow packages/rules packages/score packages/api packages/contracts packages/embedded-postgres',
  'apps/world':
    'server/config server/main server/cosigner(mailbox) server/labels server/runtime server/db packages scripts',
}

/**
 * Returns the rooms that a list of ROOMS names, each with the patterns of its doors, or `null` where every file is one.
 * `packages` stands for all of them.
 * @param {string} list
 * @returns {{ room: string, doors: string[] | null }[]}
 */
export const parseImports = (list) =>
  [...list.matchAll(/([\w/-]+)(?:\(([^)]*)\))?/g)].flatMap(([, room = '', doors]) =>
    room === 'packages'
      ? PACKAGES.map((name) => ({ room: name, doors: null }))
      : [{ room, doors: doors?.split(' ') ?? null }],
  )

const PACKAGES = Object.keys(ROOMS).filter((room) => room.startsWith('packages/'))
