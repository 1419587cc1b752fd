import { mapChannels, multiply, type Rgb } from './colour-spaces.ts'

export type Vision = 'normal' | 'deuteranopia' | 'protanopia'

/** Machado, Oliveira, Fernandes 2009, severity 1.0, for linear sRGB. */
const MATRICES: Readonly<Record<Vision, readonly Rgb[]>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
}

/** Returns how somebody with this vision sees a colour; both in linear sRGB. */
export const simulateVision = (linear: Rgb, vision: Vision): Rgb =>
  mapChannels(multiply(MATRICES[vision], linear), (channel) => Math.min(1, Math.max(0, channel)))
