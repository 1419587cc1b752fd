import { DEPLOYMENT_ORDER, readContractSource } from '@app/contracts/contract-sources.ts'
import { expect, test } from 'vitest'
import { renderSurface } from './render-surface.ts'

const SAFE = `import "FungibleToken"

/// access(all) fun comment()
access(all) contract DharmaSafe {
    access(all) entitlement Own
    access(all) event Opened(
        address: Address,
        // In FLOW (rounded).
        amount: UFix64?
    )
    access(all) enum Kind: UInt8 {
        access(all) case small
    }
    access(all) resource Safe: Shelf {
        access(contract) var secret: {Address: UFix64}
        access(self) let hidden: Int
        access(Own | Lend) fun take(from: Address, _ each: fun (Int): Bool): @{FungibleToken.Vault} { panic("") }
        access(account) view fun borrow(): auth(Own) &Safe? { return nil }
        access(self) fun hide() {}
        view init(id: UInt64) { self.secret = {}; self.hidden = 2 }
    }
    init() {
        let path = /storage/safe
    }
}
`

const SURFACE = `access(all) contract DharmaSafe
    access(all) entitlement Own
    access(all) event Opened(address: Address, amount: UFix64?)
    access(all) enum Kind: UInt8
        access(all) case small
    access(all) resource Safe: Shelf
        access(contract) var secret: {Address: UFix64}
        access(Own | Lend) fun take(from: Address, _ each: fun (Int): Bool): @{FungibleToken.Vault}
        access(account) view fun borrow(): auth(Own) &Safe?
        view init(id: UInt64)
    init()
    path /storage/safe
`

test('the surface has every declaration but what is access(self), and the paths', () => {
  expect(renderSurface([SAFE])).toBe(`${renderSurface([])}\n${SURFACE}`)
})

test('no declaration of the contracts is missed', () => {
  for (const source of DEPLOYMENT_ORDER.map(readContractSource)) {
    const open = source.match(/^ *(access\((?!self\))|(view )?init\()/gm) ?? []
    const listed = renderSurface([source]).match(/^ *(access\(|(view )?init\()/gm)
    expect(listed).toEqual(open)
  }
})
