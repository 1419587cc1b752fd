import type { Accuracy } from '@app/api/schemas/accuracy.ts'
import { ACCUSATIONS } from '@app/score/tables/conformal-tables.generated.ts'
import { ACCURACY } from '@app/score/tables/fitted-tables.generated.ts'
import { SCORE_VERSION } from '@app/score/version.ts'

/**
 * Builds the accuracy figures of the shipped tables, measured on wallets that were not used for
 * fitting.
 */
export const buildAccuracy = (): Accuracy => ({
  version: SCORE_VERSION,
  method:
    'Five-fold cross-validation: every wallet is judged by tables that were fitted without it, one table for all sets.',
  figures: [...ACCURACY],
  accusations: [...ACCUSATIONS],
  sources: SOURCES,
  reproduce: REPRODUCE,
  limits: LIMITS,
})

const SOURCES: Accuracy['sources'] = [
  {
    set: 'broad',
    name: 'Reported accounts',
    description: 'Ethereum accounts that the community reported for fraud, and ordinary ones.',
    reference:
      'Farrugia, Ellul, Azzopardi: Detection of illicit accounts over the Ethereum blockchain (2020)',
    url: 'https://doi.org/10.1016/j.eswa.2020.113318',
  },
  {
    set: 'graph',
    name: 'Phishing network',
    description:
      "Accounts that Etherscan lists for phishing and others drawn at random, in XBlock's network of the payments around them.",
    reference:
      'Lin, Wu, Yuan, Zheng: T-EDGE: Temporal weighted multidigraph embedding for Ethereum transaction network analysis (2020)',
    url: 'https://doi.org/10.3389/fphy.2020.00204',
  },
  {
    set: 'raw',
    name: 'Full histories',
    description: 'Every payment of accounts behind phishing and hacks, and of ordinary ones.',
    reference:
      'The accounts of FDGNN: Fraud address detection on Ethereum using graph neural network',
    url: 'https://github.com/Zaehyeon2/FDGNN-Fraud-Address-Detection-on-Ethereum-using-Graph-Neural-Network',
  },
]

const REPRODUCE: Accuracy['reproduce'] = [
  {
    command: 'npm run fit -- --data DIR',
    text: 'Fits the tables to the same public sets, and measures them as above.',
  },
  {
    command: 'npm run backtest -- FILE…',
    text: 'Scores labelled wallets of your own with the shipped tables.',
  },
  {
    command: 'npm run cost-to-game',
    text: 'Simulates what a scammer spends and waits to look well.',
  },
]

const LIMITS: Accuracy['limits'] = [
  'The labels come from another chain, Ethereum: no public set of labelled Flow wallets exists, so nobody has measured the score on Flow.',
  'About half of the weight is unknown there: contact with listed scams, NFTs and community signals count as one half. The figures are those of behaviour alone.',
  'Only wallets that somebody reported are labelled. Some wallets counted as normal may be illicit ones that nobody noticed.',
  'Ponzi schemes are left out: the payments they make through contracts are missing in the data.',
  'The tables are public. Whoever is patient can behave like an ordinary wallet: in a simulation, a fresh one reached TRUSTED in 90 days with 8 FLOW, or in a year with less than one.',
]
