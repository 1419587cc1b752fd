/** Licences that ask for no more than a notice. */
const PERMISSIVE = [
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'BSD', 'CC0-1.0'],
  ...['ISC', 'MIT', 'Python-2.0', 'Unlicense', 'WTFPL', 'Zlib'],
]

const FILE_COPYLEFT = 'the copyleft is that of its own files, which are used unchanged'
const TOOLBOX = 'only in the Flow tools, which are built where they run and are not distributed'
const IN_SOURCE = 'MIT, as its source files state; it has no file of a licence'

/**
 * Packages and modules with any other licence, each with the reason why it may be used. A name that ends with `*`
 * stands for all that begin so.
 */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  '@axe-core/playwright': FILE_COPYLEFT,
  '@onflow/rlp': FILE_COPYLEFT,
  '@resvg/resvg-js*': FILE_COPYLEFT,
  'axe-core': FILE_COPYLEFT,
  'lightningcss*': FILE_COPYLEFT,
  'web-push': FILE_COPYLEFT,
  '@fontsource-variable/noto-emoji': 'a font, which may be served with an application',
  '@fontsource/noto-sans-symbols-2': 'a font, which may be served with an application',
  'inter-ui': 'a font, which may be served with an application',
  '@walletconnect/*':
    'the WalletConnect Community License, which comes with FCL: free for applications, which must show its notice where they offer WalletConnect',
}

/** Go modules, by the same rules. */
export const GO_EXCEPTIONS: Readonly<Record<string, string>> = {
  'github.com/ethereum/go-ethereum': TOOLBOX,
  'github.com/onflow/flow-go': TOOLBOX,
  'github.com/onflow/go-ethereum': TOOLBOX,
  'github.com/hashicorp/*': FILE_COPYLEFT,
  'github.com/google/go-dap': 'required by a module, but never compiled, so not downloaded',
  'github.com/holiman/bloomfilter/v2': IN_SOURCE,
  'github.com/ipfs/bbloom': IN_SOURCE,
  'github.com/onflow/sdks':
    'texts of the Flow project without a licence; only in the Flow tools, which are not distributed',
}

/** Reads an SPDX expression of names with AND and OR. */
export function isPermissive(licence: string): boolean {
  const alternatives = licence.replace(/^\((.*)\)$/, '$1').split(' OR ')
  return alternatives.some((all) => all.split(' AND ').every((name) => PERMISSIVE.includes(name)))
}

/** Returns the reason why it may be used. */
export function findException(
  name: string,
  exceptions: Readonly<Record<string, string>>,
): string | undefined {
  const found = Object.entries(exceptions).find(([pattern]) =>
    pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
  )
  return found?.[1]
}
