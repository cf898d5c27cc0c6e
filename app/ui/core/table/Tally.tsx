import { useTranslation } from 'react-i18next'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import { formats as everyFormat, type Format } from '#app/domain/core/lists/formats.ts'
import { backgroundLimit, exportLimit } from '#app/domain/core/lists/limits.ts'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import { plainQuery, type Search } from './query.ts'

interface TallyProps {
  page: {
    total: number
    page: number
    limit: number
    rows: readonly unknown[]
    search: Search
    more?: boolean | undefined
  }
  print: string | undefined
  formats?: readonly Format[] | undefined
  background?: readonly Format[] | undefined
  papers?: string | undefined
}

/** How many rows there are, which are shown, and the ways to take all of them away. */
export function Tally(props: TallyProps) {
  const { total, page, limit, rows, search } = props.page
  const { print, formats = everyFormat, papers } = props
  const { t } = useTranslation()
  const from = (page - 1) * limit + 1
  const query = queryOf(search)
  return (
    <div className="tally">
      <span>
        {rows.length < total
          ? t('common.tally', {
              from: formatCount(from),
              to: formatCount(from + rows.length - 1),
              total: formatCount(total),
            })
          : t('common.tally_all', { count: total })}
      </span>
      {print && (
        <div className="exports">
          {formats.map((format) => (
            <TakeAway
              key={format}
              address={addressOf(print, format) + query}
              word={t(`common.format.${format}`)}
              asked={format === 'pdf'}
            />
          ))}
          {papers && (
            <PostButton action={addressOf(print, 'papers') + query} look="link">
              {t(papers)}
            </PostButton>
          )}
        </div>
      )}
      {print && <InBackground {...props} print={print} />}
    </div>
  )
}

/** Files of more rows than one waits for, which are asked for and made in the background. */
function InBackground({
  page: { total, search, more },
  print,
  background = [],
}: TallyProps & { print: string }) {
  const { t } = useTranslation()
  if (background.length === 0 || !(more || total > exportLimit)) return null
  return (
    <div className="exports">
      <span>
        {t('common.all_of', { most: formatCount(exportLimit), whole: formatCount(backgroundLimit) })}
      </span>
      {background.map((format) => (
        <PostButton key={format} action={addressOf(print, format) + queryOf(search)} look="link">
          {t(`common.format.${format}`)}
        </PostButton>
      ))}
    </div>
  )
}

/** A PDF is asked for; what is made while one waits is a link. */
function TakeAway({ address, word, asked }: { address: string; word: string; asked: boolean }) {
  if (!asked) return <a href={address}>{word}</a>
  return (
    <PostButton action={address} look="link">
      {word}
    </PostButton>
  )
}

/** `/category/print` on paper, `/category/export/csv` as a file. */
function addressOf(print: string, format: Format | 'papers'): string {
  return format === 'print' ? print : print.replace(/print$/, `export/${format}`)
}

/** The whole list, not one page of it. */
function queryOf(search: Search): string {
  return plainQuery(search, { page: undefined, limit: undefined })
}
