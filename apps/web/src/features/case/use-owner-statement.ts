import { OWNER_STATEMENT } from '@app/values/limits.ts'
import { countCharacters, findTextProblem, normalizeText } from '@app/values/plain-text.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../lib/api.ts'
import { useDraftMessage } from '../../lib/consent/use-draft-message.ts'
import { formatServerFailure } from '../../lib/format/format-failure.ts'
import { reportFailure } from '../../lib/report-failure.ts'
import { toast } from '../../ui/toasts/toasts.ts'
import { type CaseName, refreshCases, submitStatement } from './read-case.ts'

const FAILURE = 'The statement could not be stored. Try again.'

/** The values of the form for the owner's statement, the text that it would sign, and its outcome. */
export function useOwnerStatement(name: CaseName) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const words = normalizeText(text)
  const { caseId } = name
  const message = useDraftMessage({
    key: words === '' ? null : `owner statement ${caseId}`,
    words,
    toSubject: (textHash) => ({ kind: 'owner statement', caseId, textHash }),
  })
  const storing = useStoreStatement(name, () => setText(''))
  const submit = () => {
    const found = validateStatement(words)
    setProblem(found)
    if (found === null) storing.mutate({ words, message })
  }
  const change = (value: string) => {
    setText(value)
    setProblem(null)
  }
  const failure = storing.error ?? message.error
  return {
    text,
    change,
    submit,
    toSign: words === '' ? null : message.text,
    problem: problem ?? (failure === null ? null : formatServerFailure(failure, FAILURE)),
    isBusy: storing.isPending,
  }
}

interface Submission {
  words: string
  message: ReturnType<typeof useDraftMessage>
}

function useStoreStatement(name: CaseName, onStored: () => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ words, message }: Submission) =>
      submitStatement(api, name, { text: words, wallet: await message.sign() }),
    onSuccess: () => {
      toast.success('Your statement stands beside the reasons')
      onStored()
      refreshCases(queryClient)
    },
    onError: (error, { message }) => {
      reportFailure('The statement failed', error)
      message.renew()
    },
  })
}

/** Returns what is wrong with the statement of an owner, as a sentence; null when it is valid. */
export function validateStatement(text: string): string | null {
  const words = normalizeText(text)
  if (countCharacters(words) === 0) return 'Write something first'
  return findTextProblem(words, { ...OWNER_STATEMENT, name: 'The statement' })
}
