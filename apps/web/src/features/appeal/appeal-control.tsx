import type { OpenedAppeal } from '@app/api/schemas/case.ts'
import type { Protection } from '@app/api/schemas/protection.ts'
import { PROPOSAL_REASON_MIN } from '@app/values/limits.ts'
import { countCharacters } from '@app/values/plain-text.ts'
import { CircleCheck, Scale } from 'lucide-react'
import { type FormEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { buildCasePath } from '../../lib/case-path.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { buildProposalPath } from '../../lib/governance-path.ts'
import { Link } from '../../lib/router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalTitle } from '../../ui/dialogs/modal.tsx'
import { TextToSign } from '../../ui/signed-text.tsx'
import { DateTime, TimeUntil } from '../../ui/time.tsx'
import { TransactionLink } from '../../ui/transaction-link.tsx'
import { UserText } from '../../ui/user-text.tsx'
import {
  type AppealChoice,
  type AppealForm,
  type AppealResponse,
  listAppealChoices,
  useAppealForm,
} from './use-appeal-form.ts'

interface AppealControlProps {
  /** The connected wallet, about which `remedies` are. */
  address: string
  remedies: Protection['remedies']
  variant?: 'primary' | 'secondary'
}

/** The button to appeal, where something can be appealed. Its dialog stays open when the appeal changes that. */
export function AppealControl({ address, remedies, variant = 'primary' }: AppealControlProps) {
  const [opened, setOpened] = useState<readonly AppealChoice[] | null>(null)
  const choices = listAppealChoices(remedies)
  return (
    <>
      {choices.length > 0 && (
        <Button variant={variant} size="small" onClick={() => setOpened(choices)}>
          <Scale className="size-4" aria-hidden="true" />
          Appeal
        </Button>
      )}
      <AppealDialog address={address} choices={opened} onClose={() => setOpened(null)} />
    </>
  )
}

function AppealDialog({ address, choices, onClose }: AppealDialogProps) {
  const form = useAppealForm(choices ?? [])
  const submitButton = useRef<HTMLButtonElement>(null)
  const reasonField = useRef<HTMLTextAreaElement>(null)
  const { isBusy, response } = form
  const close = () => {
    onClose()
    form.reset()
  }
  if (choices === null) return null
  return (
    <Modal
      onClose={close}
      isBusy={isBusy}
      focus={{ first: reasonField, resumed: submitButton }}
      className="max-w-xl"
    >
      <ModalTitle className="mb-4 text-title">
        {response === undefined ? 'Appeal' : 'Your appeal was received'}
      </ModalTitle>
      {response === undefined ? (
        <Form form={form} choices={choices} onCancel={close} {...{ submitButton, reasonField }} />
      ) : (
        <>
          <Acknowledgement address={address} data={response.data} onLeave={close} />
          <div className="dialog-buttons">
            <Button ref={submitButton} onClick={close}>
              Close
            </Button>
          </div>
        </>
      )}
    </Modal>
  )
}

interface AppealDialogProps {
  address: string
  /** What can be appealed; null while the dialog is closed. */
  choices: readonly AppealChoice[] | null
  onClose: () => void
}

interface FormProps {
  form: AppealForm
  choices: readonly AppealChoice[]
  onCancel: () => void
  submitButton: RefObject<HTMLButtonElement | null>
  reasonField: RefObject<HTMLTextAreaElement | null>
}

function Form({ form, choices, onCancel, submitButton, reasonField }: FormProps) {
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!form.submit()) reasonField.current?.focus()
  }
  // What the wallet signs is always shown before.
  const isPreparing = form.hasWords && form.toSign === undefined && form.failure === null
  return (
    <form onSubmit={onSubmit} noValidate className="space-y-5">
      <fieldset>
        <legend className="mb-1.5 text-small font-medium">What you appeal against</legend>
        {choices.map((choice, index) => (
          <Choice
            key={choice.title}
            choice={choice}
            isChosen={choice === form.choice}
            onChoose={() => form.choose(index)}
          />
        ))}
      </fieldset>
      <ReasonField form={form} reasonField={reasonField} />
      {form.hasWords && <TextToSign text={form.toSign} />}
      <p className="text-small text-ink-soft">
        Your wallet signs a text that has your reason as its SHA-256. The reason itself is stored on
        the chain, where everybody can read it and nobody can delete it. You pay nothing.
      </p>
      {form.failure !== null && (
        <UserText
          as="p"
          role="alert"
          className="rounded-control bg-bad-soft px-4 py-3 font-medium text-bad"
        >
          {form.failure}
        </UserText>
      )}
      <div className="dialog-buttons max-sm:*:flex-1">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button ref={submitButton} type="submit" isBusy={form.isBusy || isPreparing}>
          {form.isBusy ? 'Sending...' : 'Sign and send'}
        </Button>
      </div>
    </form>
  )
}

interface ChoiceProps {
  choice: AppealChoice
  isChosen: boolean
  onChoose: () => void
}

function Choice({ choice: { title, text, until }, isChosen, onChoose }: ChoiceProps) {
  return (
    <label className="flex gap-2.5 py-1">
      <input
        type="radio"
        name="appeal"
        checked={isChosen}
        onChange={onChoose}
        className="mt-1.5 size-4 shrink-0 accent-brand-fill"
      />
      <span className="min-w-0">
        <UserText className="font-medium">{title}</UserText>
        <UserText as="span" className="block text-small text-ink-soft">
          {text} {until !== null && `Until ${formatDateTime(until)}.`}
        </UserText>
      </span>
    </label>
  )
}

function ReasonField({ form, reasonField }: Pick<FormProps, 'form' | 'reasonField'>) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-small font-medium">
        Why is it wrong?
      </label>
      <textarea
        ref={reasonField}
        id={id}
        rows={4}
        value={form.text}
        onChange={(event) => form.change(event.target.value)}
        aria-describedby={`${id}-hint`}
        aria-invalid={form.problem !== null}
        className="field"
      />
      <p id={`${id}-hint`} className="figures mt-1.5 text-small text-ink-faint">
        {countCharacters(form.text)}/{PROPOSAL_REASON_MIN} characters minimum, without links
        {form.problem !== null && (
          <UserText as="span" role="alert" className="block font-medium text-bad">
            {form.problem}
          </UserText>
        )}
      </p>
    </div>
  )
}

interface AcknowledgementProps {
  address: string
  data: AppealResponse['data']
  /** Called when the user follows a link. */
  onLeave: () => void
}

function Acknowledgement({ address, data, onLeave }: AcknowledgementProps) {
  const appeal = 'id' in data ? data : null
  return (
    <div className="grid gap-4">
      <p className="flex gap-2.5 rounded-control bg-good-soft px-4 py-3 font-medium text-good">
        <CircleCheck className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        {appeal === null ? SENT : `Appeal #${appeal.id} against the ${appeal.against} is open.`}
      </p>
      {appeal !== null && <Facts appeal={appeal} />}
      <p className="flex flex-wrap gap-x-5 gap-y-1">
        {appeal !== null && (
          <Link to={buildCasePath(address, appeal.caseId)} onClick={onLeave} className="link">
            See the case
          </Link>
        )}
        <Link
          to={appeal === null ? '/governance' : buildProposalPath(appeal.id)}
          onClick={onLeave}
          className="link"
        >
          See the vote
        </Link>
        <TransactionLink txId={data.txId} />
      </p>
    </div>
  )
}

const SENT =
  'Your appeal was sent to the chain, which takes it in a moment. It then appears on the page of this wallet.'

const UNDECIDED: Readonly<Record<OpenedAppeal['against'], string>> = {
  flag: 'With too few votes by then, the flag is lifted, once in 30 days for each reason.',
  freeze: 'With too few votes by then, the freeze stays until its own end.',
}

function Facts({ appeal }: { appeal: OpenedAppeal }) {
  const { id, against, number, openedAt, deadline, caseId } = appeal
  return (
    <dl className="figures grid gap-x-4 gap-y-1.5 text-small sm:grid-cols-[auto_1fr]">
      <Fact term="Received">
        <DateTime time={openedAt} />
      </Fact>
      <Fact term="Against">
        {against === 'flag' ? 'Flag' : 'Freeze'} {number}
      </Fact>
      <Fact term="The vote that decides it">Proposal #{id}</Fact>
      <Fact term="Voting, 24 hours">
        <TimeUntil text="Ends" atMs={Date.parse(deadline)} />, on <DateTime time={deadline} />.{' '}
        {UNDECIDED[against]}
      </Fact>
      <Fact term="Case">{caseId}</Fact>
    </dl>
  )
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-faint">{term}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </>
)
