import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getProposal, listProposals } from '@app/api/routes/governance.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../../../../../scripts/set-up/paths.mjs'
import { ENVIRONMENT } from '../../environment.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { runCommand } from '../../testing/run-command.ts'

const world = connectToWorld()
const { carol, dave, erin, cache } = world.people
const folder = await mkdtemp(join(tmpdir(), 'dharma-clients-'))
const bin = (name: string) => join(folder, 'python/bin', name)
let key: string

/** Runs a command in the folder of the clients, which must end well; resolves with what it printed. */
async function run(...command: [string, ...string[]]): Promise<string> {
  const generated = join(folder, 'generated')
  const PATH = `${join(folder, 'python/bin')}:${ENVIRONMENT.PATH}`
  const python = { PYTHONPATH: `${join(ROOT, 'docs/use')}:${generated}`, MYPYPATH: generated }
  const env = { PATH, ...python, DHARMA_API: world.urls.api, DHARMA_KEY: key }
  const { code, output } = await runCommand({ command, cwd: folder, env })
  expect(code, output).toBe(0)
  return output
}

beforeAll(async () => {
  const document = await fetch(`${world.urls.api}/openapi.json`)
  await writeFile(join(folder, 'openapi.json'), await document.text())
  const wallet = await fetch(`${world.urls.wallet}/api/`)
  const shown = (await wallet.json()) as { flowAccountPrivateKey: string }
  key = shown.flowAccountPrivateKey
})

afterAll(() => rm(folder, { recursive: true }))

const PYTHON_PACKAGES = [
  'openapi-python-client==0.29.1',
  'mypy==2.4.1',
  'types-python-dateutil==2.9.0.20261116',
  'cryptography==48.0.0',
  'standardwebhooks==1.1.0',
]

/** Proposes, votes, reports and vouches, and reads lists; `client` is docs/use/client.py. */
const PYTHON_PROGRAM = `
import os
import sys

from client import sha256, sign_as  # type: ignore
from dharma_guard_client import AuthenticatedClient, models as m
from dharma_guard_client.api.actions import flag_wallet, vouch_for_wallet
from dharma_guard_client.api.agent import get_agent_history
from dharma_guard_client.api.cases import list_cases
from dharma_guard_client.api.governance import cast_vote, create_proposal, get_vote_archive, list_proposals
from dharma_guard_client.api.messages import create_message
from dharma_guard_client.api.score import get_score, list_wallets

# A session is a cookie; signed messages need none.
client = AuthenticatedClient(base_url=os.environ["DHARMA_API"], token="none", raise_on_unexpected_status=True)
proposer, voter, target = sys.argv[1:]
FREEZE = m.ProposalAction.FREEZE
REASON = "Takes what was stolen from others, and gives nothing back."
VOUCH = m.VouchOrWithdrawalContentKind.VOUCH
Content = m.ProposalContent | m.VoteContent | m.ReportContent | m.VouchOrWithdrawalContent


def sign(address: str, content: Content) -> m.WalletSignature:
    answer = create_message.sync(client=client, body=m.CreateMessageBody(address, content))
    assert isinstance(answer, m.CreateMessageResponse200), answer
    signatures = [m.KeySignature.from_dict(one) for one in sign_as("FLOW-V0.0-user", answer.data.text.encode())]
    return m.WalletSignature(address, answer.data.sequence, answer.data.valid_until, signatures)


def send(call, *path, body):
    """Status 202 says that it is sent, not sealed yet: the same call again sends nothing, and waits."""
    while (response := call.sync_detailed(*path, client=client, body=body)).status_code == 202:
        pass
    return response.parsed


wallet = sign(proposer, m.ProposalContent("proposal", FREEZE, target, sha256(REASON)))
proposal = send(create_proposal, body=m.CreateProposalBody(target, FREEZE, REASON, wallet))
assert isinstance(proposal, m.CreateProposalResponse200), proposal

wallet = sign(voter, m.VoteContent("vote", [m.VoteChoice(proposal.data.id, True)]))
vote = send(cast_vote, str(proposal.data.id), body=m.CastVoteBody(True, wallet))
assert isinstance(vote, m.CastVoteResponse200) and vote.data.votes_for == 1, vote

wallet = sign(voter, m.ReportContent("report", target, sha256(REASON)))
report = send(flag_wallet, body=m.FlagWalletBody(target, REASON, wallet))
assert isinstance(report, m.FlagWalletResponse200), report

wallet = sign(voter, m.VouchOrWithdrawalContent(VOUCH, proposer))
vouch = send(vouch_for_wallet, body=m.VouchForWalletBody(proposer, wallet))
assert isinstance(vouch, m.VouchForWalletResponse200), vouch

for read in (list_proposals, list_cases, list_wallets, get_vote_archive, get_agent_history):
    answer = read.sync(client=client)
    assert answer is not None and not isinstance(answer, m.Failure), answer
score = get_score.sync(target, client=client)
assert isinstance(score, m.GetScoreResponse200), score
`

test('a client of openapi-python-client proposes, votes, reports and vouches', async () => {
  await run('python3', '-m', 'venv', 'python')
  await run(bin('pip'), 'install', '--quiet', ...PYTHON_PACKAGES)
  const names = ['--path', 'openapi.json', '--output-path', 'generated']
  await run(bin('openapi-python-client'), 'generate', ...names, '--fail-on-warning')
  const models = await readFile(
    join(folder, 'generated/dharma_guard_client/models/__init__.py'),
    'utf8',
  )
  expect(models).not.toMatch(/import \w+Type\d/)
  await writeFile(join(folder, 'vote.py'), PYTHON_PROGRAM)
  await run(bin('mypy'), 'vote.py', 'generated/dharma_guard_client')
  await run(bin('python'), 'vote.py', carol.address, dave.address, cache.address)
}, 600_000)

const TYPESCRIPT_PACKAGES = [
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  'typescript@5.9.3',
]

const TYPESCRIPT_PROGRAM = `
import { createPrivateKey, sign } from 'node:crypto'
import createClient from 'openapi-fetch'
import type { paths } from './api.d.ts'

const [voter = '', id = ''] = process.argv.slice(2)
const api = createClient<paths>({ baseUrl: process.env.DHARMA_API ?? '' })
/** SEC 1, for P-256. */
const der = \`30310201010420\${process.env.DHARMA_KEY}a00a06082a8648ce3d030107\`
const key = createPrivateKey({ key: Buffer.from(der, 'hex'), format: 'der', type: 'sec1' })

const votes = [{ proposalId: Number(id), support: false }]
const offered = await api.POST('/v1/messages', {
  body: { address: voter, content: { kind: 'vote', votes } },
})
if (offered.error) throw new Error(offered.error.message)
const { text, sequence, validUntil } = offered.data.data
const tagged = Buffer.from('FLOW-V0.0-user'.padEnd(32, '\\0') + text)
const signature = sign('sha3-256', tagged, { key, dsaEncoding: 'ieee-p1363' }).toString('hex')
const wallet = { address: voter, sequence, validUntil, signatures: [{ keyId: 0, signature }] }
const cast = await api.POST('/v1/governance/votes', { body: { votes, wallet } })
if (cast.error) throw new Error(cast.error.message)
const proposals = await api.GET('/v1/governance/proposals')
if (!proposals.data?.data.some(({ votesAgainst }) => votesAgainst === 1)) throw new Error('No vote')
`

test('a client of openapi-typescript votes', async () => {
  const proposals = await world.api.call(listProposals)
  const { id = 0 } = proposals.find(({ targetAddress }) => targetAddress === cache.address) ?? {}
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await run('npm', 'install', '--no-audit', '--no-fund', ...TYPESCRIPT_PACKAGES)
  await run('npx', 'openapi-typescript', 'openapi.json', '-o', 'api.d.ts')
  await writeFile(join(folder, 'vote.ts'), TYPESCRIPT_PROGRAM)
  const types = ['--typeRoots', join(ROOT, 'node_modules/@types'), '--types', 'node']
  await run('npx', 'tsc', '--strict', '--noEmit', '--module', 'nodenext', ...types, 'vote.ts')
  await run(process.execPath, 'vote.ts', erin.address, String(id))
  const { votes } = await world.api.call(getProposal, { params: { id: String(id) } })
  const found = votes.map(({ voter, support }) => [voter, support]).sort()
  expect(found).toEqual(
    [
      [dave.address, true],
      [erin.address, false],
    ].sort(),
  )
}, 600_000)
