/** What proposals say to those who decide about them. */
export interface ProposalWords {
  /** Why the credit note or the draft is proposed, 10 to 300 characters. */
  reason: string
  /** Of a line that charges days again, after the description of the line that billed the period. */
  charge: string
}

/** How many credit notes and drafts were proposed. */
export interface Proposed {
  credits: number
  charges: number
}

export interface Change {
  words: ProposalWords
  today: string
  /** Who asks for the credit notes if it is not the actor. */
  requested_by?: string | null
}
