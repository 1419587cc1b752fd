export const NAV_LINKS = [
  { to: '/', label: 'Home' },
  { to: '/dashboard', label: 'Dashboard' },
  { to: '/wallet', label: 'My Wallet' },
  { to: '/governance', label: 'Governance' },
] as const
