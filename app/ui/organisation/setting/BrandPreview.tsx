import { useTranslation } from 'react-i18next'
import { languageTag } from '#app/i18n/locales.ts'
import paperCss from '#app/styles/paper.css?url'
import publicCss from '#app/styles/public.css?url'
import { backgroundStyle, brandStyle } from '#app/ui/core/layout/brand.ts'
import { usePage } from '#app/ui/core/page-context.tsx'

const sheets = { sign_in: publicCss, invoice: paperCss, receipt: paperCss } as const
type Kind = keyof typeof sheets
const kinds = Object.keys(sheets) as Kind[]

/** Side by side where there is room. */
const inSmall =
  '.previews{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,18rem),1fr));gap:1rem}' +
  '.previews figure{margin:0}' +
  '.previews iframe{inline-size:100%;block-size:30rem;border:1px solid var(--line);background:#fff}'

interface Props {
  /** The markup of each page's body. */
  previews: Record<Kind, string>
  colour: string | null
  /** Address of the picture behind public pages. */
  background: string | null
}

/**
 * Where families meet the pictures and the colour: the sign-in page, [an invoice] and its receipt, whole and in small.
 * Each is in a sandboxed frame, in which nothing runs, nothing is sent and nothing can be pressed.
 */
export function BrandPreview({ previews, colour, background }: Props) {
  const { t } = useTranslation()
  const { locale, nonce } = usePage()
  const html = (kind: Kind) => {
    const behind = kind === 'sign_in' ? backgroundStyle(background) : ''
    const style = `${brandStyle(colour)}${behind}html{zoom:${kind === 'sign_in' ? 0.7 : 0.42}}`
    return (
      `<!doctype html><html lang="${languageTag(locale)}"><head><meta charset="utf-8">` +
      `<link rel="stylesheet" href="${sheets[kind]}"><style nonce="${nonce}">${style}</style></head>` +
      `<body inert>${previews[kind]}</body></html>`
    )
  }
  return (
    <div className="previews">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own rules, which no other page needs */}
      <style nonce={nonce} dangerouslySetInnerHTML={{ __html: inSmall }} />
      {kinds.map((kind) => (
        <figure key={kind}>
          <figcaption>{t(`setting.brand.preview_${kind}`)}</figcaption>
          {/* Of our own origin, so that the pictures are shown; scripts, forms and new windows are not allowed. */}
          <iframe
            sandbox="allow-same-origin"
            srcDoc={html(kind)}
            title={t(`setting.brand.preview_${kind}`)}
            loading="lazy"
            tabIndex={-1}
          />
        </figure>
      ))}
    </div>
  )
}
