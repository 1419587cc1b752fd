export const FREEZE_EFFECT =
  'A Flow contract cannot freeze what is in somebody’s account: a freeze marks the wallet for every contract that asks, and stops guarded vaults that opted in.'
