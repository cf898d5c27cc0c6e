/** Some lines that somebody typed. */
export function TextLines({ text }: { text: string | null }) {
  return (
    <>
      {text?.split('\n').map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text
        <p key={index}>{line}</p>
      ))}
    </>
  )
}
