/** The page of the connected wallet. */
export const MY_WALLET = '/wallet'

export const NAV_LINKS = [
  { to: '/', label: 'Home' },
  { to: '/dashboard', label: 'Dashboard' },
  { to: MY_WALLET, label: 'My Wallet' },
  { to: '/governance', label: 'Governance' },
] as const
