import type { PointsRows } from '../points-table.ts'

const source = 'first estimate'

export const FREQUENCY_TABLE: readonly PointsRows[] = [
  {
    code: 'fan_in',
    inputs: ['senders', 'sendersPerRecipient'],
    edges: [
      [5, 20, 200],
      [1.5, 4, 15],
    ],
    points: [
      300,
      0,
      0,
      0, //
      500,
      -600,
      -1800,
      -2500,
      600,
      -900,
      -2500,
      -3000,
      1200,
      800,
      -600,
      -1500,
    ],
    source,
  },
  {
    code: 'repeat_business',
    inputs: ['transfersPerSender'],
    edges: [[1.3, 2, 5]],
    points: [-700, 0, 500, 1000],
    source,
  },
  {
    code: 'repeat_payments',
    inputs: ['transfersPerRecipient'],
    edges: [[1.3, 3, 8]],
    points: [-100, 100, 400, 200],
    source,
  },
]

export const OUTFLOW_TABLE: readonly PointsRows[] = [
  {
    code: 'largest_send',
    inputs: ['largestSentShare'],
    edges: [[0.05, 0.2, 0.5, 0.8]],
    points: [1200, 700, 0, -700, -1200],
    source,
  },
  {
    code: 'swept_within_hour',
    inputs: ['sweptHourShare'],
    edges: [[0.1, 0.4, 0.7, 0.9]],
    points: [800, 0, -900, -1800, -2600],
    source,
  },
  {
    code: 'time_money_stays',
    inputs: ['holdingDays'],
    edges: [[0.05, 1, 7, 30]],
    points: [-600, -200, 0, 300, 500],
    source,
  },
]

export const AGE_TABLE: readonly PointsRows[] = [
  {
    code: 'active_span',
    inputs: ['spanDays'],
    edges: [[2, 14, 60, 180, 360]],
    points: [-800, -300, 300, 900, 1500, 2000],
    source,
  },
  {
    code: 'days_used',
    inputs: ['activeDays'],
    edges: [[2, 10, 50]],
    points: [-300, 200, 900, 1500],
    source,
  },
  {
    code: 'creation_rank',
    inputs: ['creationRank'],
    edges: [[0.5, 0.9]],
    points: [1000, 300, 0],
    source,
  },
]
