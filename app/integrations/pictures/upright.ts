import type { Sharp } from 'sharp'

/** What brings a picture of each EXIF orientation upright: mirrored from left to right, then turned clockwise. */
const turns: Record<string, [degrees: number, mirrored: boolean]> = {
  1: [0, false],
  2: [0, true],
  3: [180, false],
  4: [180, true],
  5: [270, true],
  6: [90, false],
  7: [90, true],
  8: [270, false],
}

/** The picture as its camera was held. */
export function upright(picture: Sharp, orientation: string): Sharp {
  const [degrees, mirrored] = turns[orientation]!
  const turned = picture.rotate(degrees)
  return mirrored ? turned.flop() : turned
}
