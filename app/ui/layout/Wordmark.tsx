/**
 * Lunas, ruled off: a settled account in a ledger is closed with a double line.
 * Drawn as lines, so that it is the same on every machine. It takes the colour of the text around it.
 */
export function Wordmark({ title = 'Lunas' }: { title?: string }) {
  return (
    <svg viewBox="0 0 81 32" width="56" height="22" role="img" aria-label={title} fill="none">
      <path
        stroke="currentColor"
        strokeWidth="3.2"
        d="M2.6 1v19h12M19.6 7v7.5q0 5.5 5 5.5t5-5.5m0-7.5v14.6M36.6 7v14.6m0-7.6q0-5.4 5-5.4t5 5.4v7.6M63.6 7v14.6m0-7.3a5 5.7 0 1 0-10 0a5 5.7 0 1 0 10 0M78.4 10.2q-1.6-1.6-4.2-1.6-3.8 0-3.8 2.9 0 2.4 4 3t4 2.8-4 2.7q-2.8 0-4.6-1.8"
      />
      <path stroke="var(--brand,currentColor)" strokeWidth="1.5" d="M1 26h79M1 30h79" />
    </svg>
  )
}
