/** Somebody's name, and the address of their picture. */
export interface Portrayed {
  name: string
  picture: string | null
}

interface PortraitProps {
  of: Portrayed
  large?: true
  /** The picture of a thing: not cropped to a circle. */
  look?: 'thing'
}

/** A person's picture, or the first letters of their names. Hidden from screen readers: the name is next to it. */
export function Portrait({ of, large, look: kind }: PortraitProps) {
  const size = large ? 96 : 36
  const look = kind ? undefined : large ? 'portrait large' : 'portrait'
  return of.picture ? (
    <img
      className={look}
      src={of.picture}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
    />
  ) : (
    <span className={look} aria-hidden="true">
      {initialsOf(of.name)}
    </span>
  )
}

/** "Siti Aminah binti Razak" → SR: of the first name and the last. */
function initialsOf(name: string): string {
  const names = name.split(/\s+/).filter((part) => /^\p{L}/u.test(part))
  const ends = names.length > 1 ? [names[0]!, names.at(-1)!] : names
  return ends.map((part) => [...part][0]!.toUpperCase()).join('')
}
