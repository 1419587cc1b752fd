import type { Facts } from '@app/score/facts.ts'

/** Returns the number of transfers of tokens and NFTs of an account, both ways. */
export function countTokenAndNftTransfers({
  activity,
  nfts,
}: Pick<Facts, 'activity' | 'nfts'>): number {
  const ofNfts = nfts === null ? 0 : nfts.transfersIn + nfts.transfersOut
  return activity.transfersIn + activity.transfersOut + ofNfts
}
