import { expect, test } from 'vitest'
import {
  describeAverage,
  describeCount,
  describeDuration,
  describeInterval,
  describeMultiple,
  describeNumber,
  describePercent,
  describeTimes,
} from './describe-numbers.ts'

test('counts and averages are written as words and numbers', () => {
  expect([
    describeCount(0, 'sender'),
    describeCount(1, 'sender'),
    describeCount(1_234_567, 'sender'),
  ]).toEqual(['no senders', 'one sender', '1,234,567 senders'])
  expect([describeAverage(1, 'sender'), describeAverage(1.25, 'sender')]).toEqual([
    'one sender',
    '1.3 senders',
  ])
  expect([describeTimes(1), describeTimes(4.04)]).toEqual(['once', '4 times'])
  expect([describeMultiple(1.02), describeMultiple(4.04)]).toEqual(['as large as', '4 times'])
})

test('numbers have at most one decimal, and none from 100 on', () => {
  expect([0, 0.01, 0.25, 3, 99.94, 100.4, 1_000, 1_234.5].map(describeNumber)).toEqual([
    '0',
    'less than 0.1',
    '0.3',
    '3',
    '99.9',
    '100',
    '1,000',
    '1,235',
  ])
})

test('shares are never rounded to 0 % or 100 %', () => {
  expect([0, 0.004, 0.01, 0.5, 0.99, 0.996, 1, 2.5].map(describePercent)).toEqual([
    '0 %',
    'less than 1 %',
    '1 %',
    '50 %',
    '99 %',
    'more than 99 %',
    '100 %',
    '250 %',
  ])
})

test('durations use the largest fitting unit', () => {
  expect([0, 1 / 48, 0.5, 1.9, 2, 30].map(describeDuration)).toEqual([
    'one minute',
    '30 minutes',
    '12 hours',
    '46 hours',
    '2 days',
    '30 days',
  ])
  expect([describeInterval(1 / 24), describeInterval(3)]).toEqual(['every hour', 'every 3 days'])
})
