import { Search } from 'lucide-react'
import { Link } from '../../lib/router/link.tsx'
import { navigate } from '../../lib/router/location.ts'
import { useConfig } from '../../lib/runtime-config.ts'
import { Button } from '../../ui/button.tsx'
import { AddressField, useAddressInput } from './address-field.tsx'

/** The box for an address on the home page, with some accounts to try where their names are known. */
export function HeroSearch() {
  const input = useAddressInput({
    initial: '',
    onAddress: (address) => navigate(`/wallet/${address}`),
  })
  return (
    <search>
      <form onSubmit={input.submit} noValidate>
        <AddressField input={input}>
          <Button type="submit" size="large">
            <Search className="size-5" aria-hidden="true" />
            Analyze
          </Button>
        </AddressField>
        <Examples />
      </form>
    </search>
  )
}

/** What each account shows: somebody honest, one that passes money on, and one on a scam list. */
const EXAMPLES = ['alice', 'oscar', 'mallory']

/** Of one height on every network, so that nothing moves when the names are known. */
function Examples() {
  const { people } = useConfig()
  const known = EXAMPLES.flatMap((name) => {
    const address = people[name]
    return address === undefined ? [] : [{ name, address }]
  })
  return (
    <div className="mt-3 flex min-h-9 flex-wrap items-center gap-2 text-small text-ink-soft">
      {known.length === 0 ? (
        <p>With or without 0x, in any case, or a link of an explorer.</p>
      ) : (
        <>
          <p>Try</p>
          {known.map(({ name, address }) => (
            <Link
              key={name}
              to={`/wallet/${address}`}
              title={address}
              className="grid min-h-9 items-center rounded-full border border-line-strong bg-surface px-3.5 font-medium text-ink transition-colors hover:border-brand hover:text-brand"
            >
              {name}
            </Link>
          ))}
        </>
      )}
    </div>
  )
}
