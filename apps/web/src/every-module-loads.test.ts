import { expect, test } from 'vitest'

const MODULES = import.meta.glob(['./**/*.{ts,tsx}', '!./**/*.test.*', '!./main.tsx'])

// In the built app a constant that is read before its declaration is undefined, and nothing fails: here it throws.
test('no module reads a constant before its declaration', async () => {
  const failures: string[] = []
  for (const [path, load] of Object.entries(MODULES)) {
    await load().catch((error: unknown) => failures.push(`${path}: ${error}`))
  }
  expect(Object.keys(MODULES).length).toBeGreaterThan(150)
  expect(failures).toEqual([])
})
