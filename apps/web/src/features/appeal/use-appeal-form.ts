import { openAppeal } from '@app/api/routes/cases.ts'
import type { RouteResponse } from '@app/api/routes/route.ts'
import type { Protection } from '@app/api/schemas/protection.ts'
import type { AppealSubject } from '@app/values/governance.ts'
import { PROPOSAL_REASON } from '@app/values/limits.ts'
import { findTextProblem, normalizeText } from '@app/values/plain-text.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../lib/api.ts'
import { type DraftMessage, useDraftMessage } from '../../lib/consent/use-draft-message.ts'
import { formatServerFailure } from '../../lib/format/format-failure.ts'
import { PROTECTION_KEY } from '../../lib/query-keys.ts'
import { reportFailure } from '../../lib/report-failure.ts'

type Remedy = Protection['remedies'][number]

/** One decision against which the owner can appeal. */
export interface AppealChoice {
  against: AppealSubject
  title: string
  text: string
  /** ISO 8601; null: as long as it stands. */
  until: string | null
}

/** Lists what can be appealed now, the strongest first; other remedies are left out. */
export const listAppealChoices = (remedies: readonly Remedy[]): AppealChoice[] =>
  remedies.flatMap((remedy) => {
    const subject = toSubject(remedy)
    return subject === null ? [] : [{ ...subject, text: remedy.text, until: remedy.until }]
  })

function toSubject(remedy: Remedy): Pick<AppealChoice, 'against' | 'title'> | null {
  const { kind, flagNumber, freezeNumber } = remedy
  if (kind === 'appeal_flag' && flagNumber !== undefined)
    return { against: { flagNumber }, title: `Against flag ${flagNumber}` }
  if (kind === 'appeal_freeze' && freezeNumber !== undefined)
    return { against: { freezeNumber }, title: `Against freeze ${freezeNumber}` }
  return null
}

const FAILURE = 'The appeal could not be sent. Nothing was lost: try again.'

/** Queries that an appeal changes. */
const CHANGED_KEYS = [PROTECTION_KEY, ['cases'], ['proposals']]

/** The values of the form for an appeal, the text that it would sign, and its outcome. */
export function useAppealForm(choices: readonly AppealChoice[]) {
  const [chosen, choose] = useState(0)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const choice = choices[chosen] ?? choices[0]
  const words = normalizeText(reason)
  const message = useDraftMessage({
    key: choice === undefined ? null : JSON.stringify(choice.against),
    words,
    toSubject: (reasonHash) => ({
      kind: 'appeal',
      against: choice?.against ?? { flagNumber: 0 },
      reasonHash,
    }),
  })
  const sending = useSendAppeal(message)
  const failure = sending.error ?? message.error
  /** Sends the appeal, or returns false when the reason is not valid. */
  const submit = (): boolean => {
    const found = findTextProblem(words, PROPOSAL_REASON)
    setProblem(found)
    if (found === null && choice) sending.mutate({ against: choice.against, reason: words })
    return found === null
  }
  return {
    choice,
    choose,
    reason,
    setReason: (value: string) => {
      setReason(value)
      setProblem(null)
    },
    problem,
    text: message.text,
    failure: failure === null ? null : formatServerFailure(failure, FAILURE),
    submit,
    isBusy: sending.isPending,
    response: sending.data,
    reset: () => {
      sending.reset()
      setReason('')
      setProblem(null)
      choose(0)
    },
  }
}

export type AppealForm = ReturnType<typeof useAppealForm>

export type AppealResponse = RouteResponse<typeof openAppeal>

function useSendAppeal(message: DraftMessage) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (appeal: { against: AppealSubject; reason: string }) =>
      api.callWithMeta(openAppeal, { body: { ...appeal, wallet: await message.sign() } }),
    onSuccess: () => {
      for (const queryKey of CHANGED_KEYS) void queryClient.invalidateQueries({ queryKey })
    },
    onError: (error) => {
      reportFailure('The appeal failed', error)
      message.renew()
    },
  })
}
