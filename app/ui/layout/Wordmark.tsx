/**
 * Lunas, ruled off: a settled account in a ledger is closed with a double line.
 * Drawn as lines, so that it is the same on every machine. It takes the colour of the text around it.
 */
export function Wordmark({ title = 'Lunas' }: { title?: string }) {
  return (
    <svg viewBox="0 0 86 32" width="60" height="22" role="img" aria-label={title} fill="none">
      <g stroke="currentColor" strokeWidth="3.2">
        <path d="M3 1v14q0 5 5 5h7M21 7v8q0 5 5 5t5-5V7m0 13M38 21V12q0-5 5-5t5 5v9M65 21V12q0-5-5-5-6 0-6 6.5T60 20q5 0 5-5M82 8.8Q80 7 77 7q-4 0-4 3.2 0 2.8 4.5 3.300T82 17q0 3.2-4.5 3.2-3.5 0-5.5-2" />
      </g>
      <path stroke="var(--brand,currentColor)" strokeWidth="1.6" d="M1 26.500h84M1 30.500h84" />
    </svg>
  )
}
