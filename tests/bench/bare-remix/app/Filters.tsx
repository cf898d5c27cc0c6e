import { ages, days, orders } from '../../list-page/words.ts'

export function Filters() {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the element of the real page
    <form className="search" role="search">
      <div className="field find">
        <label htmlFor="q">Number, student or payer</label>
        <input
          type="search"
          id="q"
          name="q"
          defaultValue=""
          maxLength={100}
          enterKeyHint="search"
          autoComplete="off"
        />
      </div>
      <details className="switch">
        <summary>Filters and order</summary>
      </details>
      <div className="filters">
        <div className="field">
          <label htmlFor="filter-age">Overdue for</label>
          <select id="filter-age" name="age" defaultValue="">
            {ages.map((age, index) => (
              <option key={age} value={index === 0 ? '' : age}>
                {age}
              </option>
            ))}
          </select>
        </div>
        {days.map((day) => (
          <div key={day} className="field">
            <label htmlFor={`filter-${day}`}>{day}</label>
            <input type="date" id={`filter-${day}`} name={day} defaultValue="" />
          </div>
        ))}
        <div className="sorting">
          <div className="field">
            <label htmlFor="filter-sort">Order by</label>
            <select id="filter-sort" name="sort" defaultValue="">
              <option value="">The usual order</option>
              {orders.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </div>
        </div>
      </div>
      <button type="submit">Search</button>
    </form>
  )
}
