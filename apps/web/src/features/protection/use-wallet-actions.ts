import type { Address } from '@app/values/address.ts'
import { useApi } from '../../lib/api.ts'
import { hashText } from '../../lib/consent/encode-text.ts'
import { useDescribeIntention } from '../../lib/consent/use-describe-intention.ts'
import { useSignIntention } from '../../lib/consent/use-sign-intention.ts'
import { askConfirmation } from '../../ui/dialogs/dialogs.ts'
import { askFlagReason } from './ask-flag-reason.ts'
import { requestReview, submitFlag, submitWithdrawal } from './queries.ts'
import { useProtectionAction } from './use-protection-action.ts'

/**
 * Returns functions that review a wallet, flag it and withdraw the flag, and the outcome of the last one. A
 * connected wallet signs its flags; without one they are reports of a visitor.
 */
export function useWalletActions(address: Address, onDone: () => void) {
  const { start, isBusy, outcome } = useProtectionAction(onDone)
  const api = useApi()
  const send = useSendSigned(address)
  const describe = useDescribeIntention(address)
  const review = () =>
    start({
      run: () => requestReview(api, address),
      successMessage: 'Review completed successfully',
      errorMessage: 'Review failed',
    })
  const flag = async () => {
    const reason = await askFlagReason(describe({ kind: 'report' }))
    if (reason === null) return
    start({
      run: () => send.flag(reason),
      successMessage: 'Wallet flagged successfully',
      errorMessage: 'Flag action failed',
    })
  }
  const withdraw = async () => {
    const question = 'Do you want to withdraw your flag of this wallet?'
    if (!(await askConfirmation(question, describe({ kind: 'report withdrawal' })))) return
    start({
      run: send.withdrawal,
      successMessage: 'Flag withdrawn successfully',
      errorMessage: 'Failed to withdraw the flag',
    })
  }
  return { review, flag, withdraw, isBusy, outcome }
}

function useSendSigned(targetAddress: Address) {
  const api = useApi()
  const sign = useSignIntention()
  return {
    flag: async (reason: string) => {
      const subject = { kind: 'report', reasonHash: await hashText(reason) } as const
      const wallet = await sign({ targetAddress, subject })
      return submitFlag(api, { targetAddress, reason }, wallet)
    },
    withdrawal: async () => {
      const wallet = await sign({ targetAddress, subject: { kind: 'report withdrawal' } })
      return submitWithdrawal(api, targetAddress, wallet)
    },
  }
}
