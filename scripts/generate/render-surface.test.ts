import { DEPLOYMENT_ORDER, readContractSource } from '@app/contracts/contract-sources.ts'
import { expect, test } from 'vitest'
import { renderSurface } from './render-surface.ts'

test('no declaration of the contracts is missed', () => {
  for (const source of DEPLOYMENT_ORDER.map(readContractSource)) {
    const open = source.match(/^ *(access\((?!self\))|(view )?init\()/gm) ?? []
    const listed = renderSurface([source]).match(/^ *(access\(|(view )?init\()/gm)
    expect(listed).toEqual(open)
  }
})
