/** The mark of FPX, which PayNet wants to see wherever a payer chooses a bank. To be replaced by PayNet's own artwork. */
export function FpxMark() {
  return (
    <svg viewBox="0 0 56 24" width="56" height="24" role="img" aria-label="FPX">
      <rect width="56" height="24" rx="4" fill="#00529b" />
      <path
        d="M8 6h10v3h-6.5v2.2h5.8v2.9h-5.8V18H8zm13 0h6.4c3 0 4.6 1.6 4.6 4s-1.600 4-4.600 4h-2.900v4H21zm3.500 2.900v2.300h2.300c.9 0 1.400-.4 1.400-1.100s-.5-1.200-1.400-1.200zM33 6h4.200l2.200 3.600L41.700 6h4l-4.200 6 4.300 6h-4.200l-2.300-3.700-2.400 3.700h-4l4.400-6z"
        fill="#fff"
      />
    </svg>
  )
}
