/** What a refused form was answered with besides its errors: rows that have these details already. */
export function foundBy<Row>(answer: object | undefined): readonly Row[] {
  return answer && 'found' in answer ? (answer.found as readonly Row[]) : []
}
