export interface OrganisationMark {
  name: string
  /** Address of its logo; without one the name stands alone. */
  logo?: string | undefined
  href?: string | undefined
}

/** Whose pages these are. The image is silent: the name beside it says the same. */
export function Organisation({ name, logo, href = '/' }: OrganisationMark) {
  return (
    <a className="org" href={href}>
      {logo && <img src={logo} alt="" width="36" height="36" loading="lazy" decoding="async" />}
      <span>{name}</span>
    </a>
  )
}
