/** Subjects that can be set, each with a line on what it decides. */
export function SettingList({ items }: { items: readonly { href: string; title: string; about: string }[] }) {
  return (
    <ul className="facts settings">
      {items.map(({ href, title, about }) => (
        <li key={href}>
          <a href={href}>{title}</a>
          <p className="quiet">{about}</p>
        </li>
      ))}
    </ul>
  )
}
