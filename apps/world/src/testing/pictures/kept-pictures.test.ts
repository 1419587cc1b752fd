import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { comparePictures } from './kept-pictures.ts'

const BADGE = { left: 20, top: 10, width: 60, height: 20 }

/** A page with a badge. */
function draw(colour: number, { left, top, width, height } = BADGE): Buffer {
  const image = new PNG({ width: 120, height: 60 })
  for (let index = 0; index < 120 * 60; index++) {
    const [x, y] = [index % 120, Math.floor(index / 120)]
    const isBadge = x >= left && x < left + width && y >= top && y < top + height
    image.data.writeUInt32BE((isBadge ? colour : 0xf7f5f1) * 256 + 255, index * 4)
  }
  return PNG.sync.write(image)
}

test('a picture is the same as itself', () => {
  const picture = draw(0xfbe4e4)
  expect(comparePictures(picture, picture)).toMatchObject({ isSame: true, differentPixels: 0 })
})

test('another colour of a badge is a difference', () => {
  const [red, amber] = [draw(0xfbe4e4), draw(0xf6ecd0)]
  expect(comparePictures(red, amber)).toMatchObject({ isSame: false, differentPixels: 60 * 20 })
})

test('a badge that moved by one pixel is a difference', () => {
  const moved = draw(0x8f1230, { ...BADGE, top: BADGE.top + 1 })
  expect(comparePictures(draw(0x8f1230), moved).isSame).toBe(false)
})

test('a picture of another size is a difference without a picture of it', () => {
  const small = PNG.sync.write(new PNG({ width: 60, height: 60 }))
  expect(comparePictures(draw(0), small)).toMatchObject({ isSame: false, diff: null })
})
