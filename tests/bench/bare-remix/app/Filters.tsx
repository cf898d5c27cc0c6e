import { columns, statuses } from '../../list-page/words.ts'

export function Filters() {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the element of the real page
    <form className="search" role="search">
      <div className="field find">
        <label htmlFor="q">Search</label>
        <div>
          <input type="search" id="q" name="q" maxLength={100} autoComplete="off" />
          <button type="submit">Find</button>
        </div>
      </div>
      <details className="switch">
        <summary>Filters</summary>
      </details>
      <div className="filters">
        <div className="field">
          <label htmlFor="status">Status</label>
          <select id="status" name="status" defaultValue="">
            <option value="">All</option>
            {statuses.map((status) => (
              <option key={status} value={status}>
                {status}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor="from">From</label>
          <input type="date" id="from" name="from" />
        </div>
        <div className="field">
          <label htmlFor="to">To</label>
          <input type="date" id="to" name="to" />
        </div>
        <div className="sorting">
          <div className="field">
            <label htmlFor="sort">Sort by</label>
            <select id="sort" name="sort" defaultValue="">
              <option value="">Usual</option>
              {columns
                .filter(({ sort }) => sort)
                .flatMap(({ key, label }) => [
                  <option key={key} value={key}>{`${label} ↑`}</option>,
                  <option key={`-${key}`} value={`-${key}`}>{`${label} ↓`}</option>,
                ])}
            </select>
          </div>
        </div>
        <button type="submit">Apply</button>
      </div>
    </form>
  )
}
