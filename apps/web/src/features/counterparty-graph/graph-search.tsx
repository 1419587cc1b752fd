import { type Address, parseAddress } from '@app/values/address.ts'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'

/** Joins an account to the graph by its address. */
export function GraphSearch({ onJoin }: { onJoin: (address: Address) => void }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const address = parseAddress(text.trim())
    setProblem(address === null ? 'Enter 0x followed by 16 hex characters.' : '')
    if (address === null) return
    setText('')
    onJoin(address)
  }
  return (
    <form onSubmit={submit} noValidate className="min-w-48 max-w-lg flex-1">
      <div className="flex gap-2">
        <input
          id={id}
          value={text}
          onChange={(event) => setText(event.target.value)}
          aria-label="Find the path to an address"
          aria-invalid={problem !== ''}
          aria-describedby={`${id}-problem`}
          placeholder="Find the path to 0x…"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="field figures min-h-9 min-w-0 py-1 font-mono text-sm"
        />
        <Button type="submit" variant="secondary" size="small">
          Find path
        </Button>
      </div>
      <p id={`${id}-problem`} role="alert" className="text-sm text-bad empty:hidden">
        {problem}
      </p>
    </form>
  )
}
