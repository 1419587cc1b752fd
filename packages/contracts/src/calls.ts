/**
 * The transactions and scripts that TypeScript calls: `sendTokens({ amount, to, vault, receiver })` returns a
 * `CadenceCall`. The comment of each .cdc file says what it does, and which account signs. Parameters stand in the order
 * of the file; amounts are in units of 10⁻⁸, paths are identifiers such as 'flowTokenVault'.
 */
import {
  address,
  bool,
  dictionary,
  int,
  list,
  optional,
  publicPath,
  script,
  storagePath,
  string,
  transaction,
  ufix64,
  uint8,
  uint64,
} from './cadence-call.ts'

/** The last parameters of a call that carries a signed message. */
const SIGNED = {
  sequence: uint64,
  validUntil: uint64,
  keyIndexes: list(int),
  signatures: list(string),
}

export const addContract = transaction('accounts/add_contract', { name: string, code: string })
export const addWalletBook = transaction('accounts/add_wallet_book', {
  code: string,
  publicKey: string,
})
export const listInWallet = transaction('accounts/list_in_wallet', {
  accounts: dictionary(string, address),
})
export const openAccounts = transaction('accounts/open_accounts', {
  publicKey: string,
  count: int,
  flowEach: ufix64,
})
export const openSender = transaction('accounts/open_sender', {
  publicKey: string,
  keyCount: int,
  amount: ufix64,
})
export const openSharedAccount = transaction('accounts/open_shared_account', {
  publicKeys: list(string),
  weight: ufix64,
  amount: ufix64,
})
export const updateContract = transaction('accounts/update_contract', {
  name: string,
  code: string,
})

export const castVotes = transaction('governance/cast_votes', {
  ids: list(uint64),
  supports: list(bool),
  voter: address,
  ...SIGNED,
})
export const createProposal = transaction('governance/create_proposal', {
  action: string,
  target: address,
  reason: string,
  proposer: address,
  ...SIGNED,
})
export const executeProposal = transaction('governance/execute_proposal', { id: uint64 })
export const handOverDao = transaction('governance/hand_over_dao', {})
export const openDao = transaction('governance/open_dao', {
  publicKeys: list(string),
  amount: ufix64,
})
export const settleProposals = transaction('governance/settle_proposals', { ids: list(uint64) })

export const awardPass = transaction('nfts/award_pass', { to: address, season: string })
export const buyPrint = transaction('nfts/buy_print', {})
export const sendNft = transaction('nfts/send_nft', {
  id: uint64,
  to: address,
  collection: storagePath,
  receiver: publicPath,
})
export const sweepCollection = transaction('nfts/sweep_collection', { collection: storagePath })

export const appointFlagger = transaction('protection/appoint_flagger', { flagger: address })
export const claimFlagger = transaction('protection/claim_flagger', { provider: address })
export const flagWallet = transaction('protection/flag_wallet', {
  address,
  caseId: string,
  reasonCode: string,
  reasonHash: string,
})
export const openAppeal = transaction('protection/open_appeal', {
  address,
  flagNumber: optional(uint64),
  freezeNumber: optional(uint64),
  reason: string,
  ...SIGNED,
})
export const settleProtection = transaction('protection/settle_protection', {
  addresses: list(address),
})
export const unflagWallet = transaction('protection/unflag_wallet', { address })

export const appointWatcher = transaction('recheck/appoint_watcher', { watcher: address })
export const claimWatcher = transaction('recheck/claim_watcher', { provider: address })
export const fundRechecks = transaction('recheck/fund_rechecks', { amount: ufix64 })
export const reviveRechecks = transaction('recheck/revive_rechecks', { addresses: list(address) })
export const unwatchWallet = transaction('recheck/unwatch_wallet', { address })
export const watchWallet = transaction('recheck/watch_wallet', { address })
export const withdrawRecheckFund = transaction('recheck/withdraw_recheck_fund', { amount: ufix64 })

export const closeRecoveredVault = transaction('recovery/close_recovered_vault', {
  address,
})
export const withdrawRecoveredNfts = transaction('recovery/withdraw_recovered_nfts', {
  address,
  type: string,
  limit: int,
  collection: storagePath,
})
export const withdrawRecoveredTokens = transaction('recovery/withdraw_recovered_tokens', {
  address,
  type: string,
  tokens: storagePath,
})

export const reportWallet = transaction('reports/report_wallet', {
  address,
  reasonHash: string,
  reporter: address,
  ...SIGNED,
})
export const vouchForWallet = transaction('reports/vouch_for_wallet', {
  address,
  voucher: address,
  ...SIGNED,
})
export const withdrawReport = transaction('reports/withdraw_report', {
  address,
  reporter: address,
  ...SIGNED,
})
export const withdrawVouch = transaction('reports/withdraw_vouch', {
  address,
  voucher: address,
  ...SIGNED,
})

export const appointPublisher = transaction('score/appoint_publisher', { publisher: address })
export const claimPublisher = transaction('score/claim_publisher', { provider: address })
export const dismissPublisher = transaction('score/dismiss_publisher', { publisher: address })
export const publishScore = transaction('score/publish_score', {
  address,
  factors: list(uint64),
  version: string,
  evidenceHash: string,
  blockHeight: uint64,
})

export const issueDollars = transaction('tokens/issue_dollars', { to: address, amount: ufix64 })
export const payMany = transaction('tokens/pay_many', {
  payments: dictionary(address, ufix64),
  vault: storagePath,
  receiver: publicPath,
})
export const sendTokens = transaction('tokens/send_tokens', {
  amount: ufix64,
  to: address,
  vault: storagePath,
  receiver: publicPath,
})
export const sweepVaults = transaction('tokens/sweep_vaults', { vaults: list(storagePath) })

export const applyRequest = transaction('vault/apply_request', { requestId: uint64 })
export const bindKey = transaction('vault/bind_key', { address })
export const closeVault = transaction('vault/close_vault', {})
export const depositNft = transaction('vault/deposit_nft', { id: uint64, collection: storagePath })
export const depositTokens = transaction('vault/deposit_tokens', {
  amount: ufix64,
  tokens: storagePath,
})
export const openVault = transaction('vault/open_vault', {
  recoveryAddress: address,
  allowances: dictionary(string, ufix64),
})
export const payIntoVault = transaction('vault/pay_into_vault', {
  address,
  amount: ufix64,
  tokens: storagePath,
})
export const requestLeave = transaction('vault/request_leave', {})
export const requestRecoveryAddress = transaction('vault/request_recovery_address', {
  recoveryAddress: address,
})
export const withdrawTokens = transaction('vault/withdraw_tokens', {
  type: string,
  amount: ufix64,
  tokens: storagePath,
})

export const getAbsent = script('deployment/get_absent', { places: dictionary(string, address) })
export const getAnswers = script('deployment/get_answers', { address })
export const getCode = script('deployment/get_code', { address, name: string })
export const getDelegations = script('deployment/get_delegations', { address })
export const getHashes = script('deployment/get_hashes', { address, names: list(string) })
export const getPowers = script('deployment/get_powers', { contracts: address, agent: address })
export const getStorage = script('deployment/get_storage', { address })
export const tryUpdate = script('deployment/try_update', {
  address,
  name: string,
  code: string,
})

export const getAction = script('governance/get_action', { id: uint64 })
export const getDao = script('governance/get_dao', {})
export const getEligibility = script('governance/get_eligibility', {
  voter: address,
  ids: list(uint64),
  publisher: optional(address),
})
export const getExecutableProposals = script('governance/get_executable_proposals', {
  maxVoters: int,
})
export const getIneligibilityReason = script('governance/get_ineligibility_reason', {
  id: uint64,
  voter: address,
})
export const getOpenProposals = script('governance/get_open_proposals', { proposer: address })
export const getProposal = script('governance/get_proposal', { id: uint64 })
export const getProposalLimits = script('governance/get_proposal_limits', {
  action: string,
  target: address,
  proposer: address,
})
export const getProposalMessage = script('governance/get_proposal_message', {
  action: string,
  target: address,
  reasonHash: string,
  proposer: address,
  sequence: uint64,
  validUntil: uint64,
})
export const getSequence = script('governance/get_sequence', { address, series: uint8 })
export const getVote = script('governance/get_vote', { id: uint64, voter: address })

export const getIds = script('nfts/get_ids', { address, collection: publicPath })

export const getProtectionStatus = script('protection/get_protection_status', { address })

export const getNextRun = script('recheck/get_next_run', { address })
export const getOverdue = script('recheck/get_overdue', {})
export const getRecheckFund = script('recheck/get_recheck_fund', {})
export const getWatched = script('recheck/get_watched', {})

export const getHistory = script('score/get_history', { address })
export const getLiveRecords = script('score/get_live_records', { address })
export const getScore = script('score/get_score', { address })
export const getStanding = script('score/get_standing', { address })
export const getVerdict = script('score/get_verdict', {
  address,
  minScoreTenths: uint64,
  maxAge: ufix64,
})

export const getBalance = script('tokens/get_balance', { address, vault: publicPath })

export const getRecoveryAddress = script('vault/get_recovery_address', { address })
export const getVault = script('vault/get_vault', { address })
