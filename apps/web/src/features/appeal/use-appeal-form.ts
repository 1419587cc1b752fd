import { openAppeal } from '@app/api/routes/cases.ts'
import type { RouteResponse } from '@app/api/routes/route.ts'
import type { Protection } from '@app/api/schemas/protection.ts'
import type { AppealSubject } from '@app/values/governance.ts'
import { PROPOSAL_REASON } from '@app/values/limits.ts'
import { findTextProblem } from '@app/values/plain-text.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../lib/api.ts'
import { useSignedForm } from '../../lib/consent/use-signed-form.ts'
import { PROPOSALS_KEY, PROTECTION_KEY } from '../../lib/query-keys.ts'

export interface AppealChoice {
  against: AppealSubject
  title: string
  text: string
  /** ISO 8601; null: as long as it stands. */
  until: string | null
}

/** Lists what can be appealed now, the strongest first; other remedies are left out. */
export const listAppealChoices = (remedies: Protection['remedies']): AppealChoice[] =>
  remedies.flatMap(({ kind, flagNumber, freezeNumber, text, until }): AppealChoice[] => {
    if (kind === 'appeal_flag' && flagNumber !== undefined)
      return [{ against: { flagNumber }, title: `Against flag ${flagNumber}`, text, until }]
    if (kind === 'appeal_freeze' && freezeNumber !== undefined)
      return [{ against: { freezeNumber }, title: `Against freeze ${freezeNumber}`, text, until }]
    return []
  })

const CHANGED_KEYS = [PROTECTION_KEY, ['cases'], PROPOSALS_KEY]

export function useAppealForm(choices: readonly AppealChoice[]) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [chosen, choose] = useState(0)
  const choice = choices[chosen] ?? choices[0]
  const against = choice?.against ?? { flagNumber: 0 }
  const form = useSignedForm({
    getKey: () => (choice === undefined ? null : JSON.stringify(against)),
    toSubject: (reasonHash) => ({ kind: 'appeal', against, reasonHash }),
    findProblem: (words) => findTextProblem(words, PROPOSAL_REASON),
    send: (reason, wallet) => api.callWithMeta(openAppeal, { body: { against, reason, wallet } }),
    onSent: () => {
      for (const queryKey of CHANGED_KEYS) void queryClient.invalidateQueries({ queryKey })
    },
    failureText: 'The appeal could not be sent. Nothing was lost: try again.',
  })
  const reset = () => {
    form.reset()
    choose(0)
  }
  return { ...form, choice, choose, reset }
}

export type AppealForm = ReturnType<typeof useAppealForm>

export type AppealResponse = RouteResponse<typeof openAppeal>
