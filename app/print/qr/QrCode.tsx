import type { QrImage } from './qr-code.server.ts'

/** A QR code on its white ground, so that it can be read from a dark screen too. */
export function QrCode({ image: { size, path }, label }: { image: QrImage; label: string }) {
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}
