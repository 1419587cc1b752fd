import { ChevronRight, Info, ShieldAlert, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { describeOrdinary, formatOrdinaryRange } from '../../lib/format/describe-ordinary.ts'
import { formatPoints, formatScoreRange, formatSignedPoints } from '../../lib/format/format.ts'
import { buildProposalPath } from '../../lib/governance-path.ts'
import { Link } from '../../lib/router/link.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { TimeUntil } from '../../ui/time.tsx'
import { SOFT_TONE_CLASSES } from '../../ui/tone/tone-classes.ts'
import { UserText } from '../../ui/user-text.tsx'
import type { ProtectionLine, StandingAccusation } from './describe-protection.ts'

const ICONS = { bad: ShieldAlert, info: ShieldCheck, neutral: Info } as const

interface ProtectionStatusProps {
  lines: readonly ProtectionLine[]
  /** Whether who says so, since when and on what is open; else it opens on demand. */
  isOpen: boolean
}

export function ProtectionStatus({ lines, isOpen }: ProtectionStatusProps) {
  return (
    <ul aria-label="Status of this wallet" className="flex flex-wrap gap-1.5">
      {lines.map((line) => (
        <StatusBanner key={`${line.text} ${line.details?.join(' ')}`} line={line} isOpen={isOpen} />
      ))}
    </ul>
  )
}

function StatusBanner({ line, isOpen }: { line: ProtectionLine; isOpen: boolean }) {
  const { tone, effect, details = [], proposalId, accusation } = line
  const Icon = ICONS[tone]
  return (
    <li
      className={`figures flex max-w-full flex-auto gap-x-2.5 rounded-control max-sm:flex-wrap px-3 py-1.5 text-small ${SOFT_TONE_CLASSES[tone]}`}
    >
      <Icon className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        {details.length === 0 && accusation === undefined ? (
          <p className="user-text font-medium">
            <Headline line={line} />
          </p>
        ) : (
          <LineDetails headline={<Headline line={line} />} isOpen={isOpen}>
            {details.map((detail) => (
              <UserText key={detail} as="p" className="text-ink-soft">
                {detail}
              </UserText>
            ))}
            {accusation && (
              <AccusationDetails accusation={accusation} isFlag={line.isFlag === true} />
            )}
          </LineDetails>
        )}
        {effect && <p className="text-small text-ink-soft">{effect}</p>}
      </div>
      {proposalId !== undefined && (
        <Link
          to={buildProposalPath(proposalId)}
          className="shrink-0 self-start underline underline-offset-4 max-sm:ml-7.5"
        >
          Proposal #{proposalId}
        </Link>
      )}
    </li>
  )
}

function Headline({ line: { text, countdown } }: { line: ProtectionLine }) {
  return (
    <>
      <UserText>{text}</UserText>
      {countdown && (
        <span className="ml-3 font-normal">
          <TimeUntil {...countdown} />
        </span>
      )}
    </>
  )
}

interface LineDetailsProps {
  headline: ReactNode
  isOpen: boolean
  children: ReactNode
}

function LineDetails({ headline, isOpen, children }: LineDetailsProps) {
  return (
    <details className="group/line" open={isOpen}>
      <summary className="user-text list-none font-medium [&::-webkit-details-marker]:hidden">
        {headline}
        <ChevronRight
          className="ml-1 inline size-4 transition-transform group-open/line:rotate-90"
          aria-hidden="true"
        />
      </summary>
      {children}
    </details>
  )
}

interface AccusationDetailsProps {
  accusation: StandingAccusation
  /** The agent has flagged the wallet, not only warned about it. */
  isFlag: boolean
}

function AccusationDetails({ accusation, isFlag }: AccusationDetailsProps) {
  const { reasons } = accusation.statement
  return (
    <div className="mt-1 space-y-1 text-small text-ink-soft">
      {describeAccusation(accusation).map((text) => (
        <p key={text}>{text}</p>
      ))}
      {reasons.length > 0 && (
        <Disclosure title={`Reasons given then (${reasons.length})`}>
          <ReasonsThen reasons={reasons} />
        </Disclosure>
      )}
      {!isFlag && <p>{WARNING_HINT}</p>}
    </div>
  )
}

/** Describes an accusation as it was made: by whom, from which score, and compared with ordinary wallets where it rests on that. */
export const describeAccusation = ({ statement }: StandingAccusation): string[] => [
  describeAuthor(statement),
  ...describeOrdinary(statement),
]

function describeAuthor({
  isAutomated,
  score,
  range,
  version,
}: StandingAccusation['statement']): string {
  const author = isAutomated ? 'Automated, by the agent' : 'Decided by people'
  const possible = `possible range ${formatScoreRange(range)}`
  return `${author}: the score was ${formatPoints(score)} (${possible}, version ${version}).`
}

type Reasons = StandingAccusation['statement']['reasons']

const ReasonsThen = ({ reasons }: { reasons: Reasons }) => (
  <ul className="space-y-1">
    {reasons.map(({ code, text, points, ordinary }) => (
      <UserText key={code} as="li">
        {formatSignedPoints(points)} points: {text}
        {ordinary && (
          <span className="block text-small text-ink-faint">
            {formatOrdinaryRange(ordinary, points)}
          </span>
        )}
      </UserText>
    ))}
  </ul>
)

const WARNING_HINT =
  'A warning restricts nothing, and a recheck can withdraw it. If a flag follows, the owner can appeal.'
