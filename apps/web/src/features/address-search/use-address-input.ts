import type { Address } from '@app/values/address.ts'
import { type ClipboardEvent, type FormEvent, useState } from 'react'
import { explainAddressInput, parseAddressInput } from '../../lib/address-input.ts'
import { useConfig } from '../../lib/config/config-context.ts'

interface AddressInputOptions {
  /** Value of the input until the user edits it. */
  initial: string
  onAddress: (address: Address) => void
  /** Called on submit with a text that is no address, after its explanation is shown. */
  onInvalid?: () => void
}

/** The state of a box for an address: a pasted address is taken at once, and what cannot be one is explained. */
export function useAddressInput({ initial, onAddress, onInvalid }: AddressInputOptions) {
  const { people } = useConfig()
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  const text = typed ?? initial
  const change = (changed: string) => {
    setTyped(changed)
    setProblem('')
  }
  const explain = () => {
    const isUnreadable = parseAddressInput(text, people) === null
    setProblem(isUnreadable ? explainAddressInput(text, people) : '')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const address = parseAddressInput(text, people)
    if (address !== null) return onAddress(address)
    setProblem(explainAddressInput(text, people) || 'Enter an address first.')
    onInvalid?.()
  }
  const paste = (event: ClipboardEvent) => {
    const address = parseAddressInput(event.clipboardData.getData('text'), people)
    if (address === null) return
    event.preventDefault()
    change(address)
    onAddress(address)
  }
  return { text, problem, change, explain, submit, paste }
}
