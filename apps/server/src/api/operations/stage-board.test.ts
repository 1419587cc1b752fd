import { describe, expect, it } from 'vitest'
import { createStageBoard } from './stage-board.ts'

describe('the board of stages', () => {
  it('keeps the latest state of each stage', () => {
    const board = createStageBoard(() => 5)
    board.report({ name: 'live', status: 'running', problem: null })
    board.report({ name: 'backfill', status: 'idle', problem: null })
    board.report({ name: 'live', status: 'idle', problem: null })
    expect(board.entries().map(({ name, status }) => `${name} ${status}`)).toEqual([
      'live idle',
      'backfill idle',
    ])
  })

  it('remembers since when a stage has been in trouble, through every retry', () => {
    let nowMs = 1
    const board = createStageBoard(() => nowMs)
    const sinceMs = () => board.entries()[0]?.sinceMs
    board.report({ name: 'live', status: 'running', problem: null })
    nowMs = 2
    board.report({ name: 'live', status: 'retrying', problem: 'Busy.' })
    nowMs = 3
    board.report({ name: 'live', status: 'retrying', problem: 'Busy.' })
    expect(sinceMs()).toBe(2)
    nowMs = 4
    board.report({ name: 'live', status: 'idle', problem: null })
    expect(sinceMs()).toBe(4)
  })
})
