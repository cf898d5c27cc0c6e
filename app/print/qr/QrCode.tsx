import type { QrImage } from './qr-code.ts'

interface QrCodeProps {
  image: QrImage
  label: string
  /** In pixels, where no stylesheet says how large it is. */
  side?: number
}

/** A QR code on its white ground, so that it can be read from a dark screen too. */
export function QrCode({ image: { size, path }, label, side }: QrCodeProps) {
  return (
    <svg
      className="qr"
      width={side}
      height={side}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" fillRule="evenodd" d={path} />
    </svg>
  )
}
