/**
 * What may stand in a document, by the name of its class: `Name:class`, with `!` when it must be there and `*` when there may
 * be several. Classes in small letters are leaves. UBL knows more; what MyInvois has no use for is `open` here.
 */
export const SHAPES: Readonly<Record<string, string>> = {
  Invoice: `UBLExtensions:UBLExtensions UBLVersionID:text CustomizationID:text ProfileID:text ProfileExecutionID:text ID!:text
    CopyIndicator:flag UUID:text IssueDate!:date IssueTime:time DueDate:date InvoiceTypeCode:text Note*:text TaxPointDate:date
    DocumentCurrencyCode:text TaxCurrencyCode:text PricingCurrencyCode:text PaymentCurrencyCode:text
    PaymentAlternativeCurrencyCode:text AccountingCostCode:text AccountingCost:text LineCountNumeric:number BuyerReference:text
    InvoicePeriod*:Period OrderReference:open BillingReference*:BillingReference DespatchDocumentReference*:DocumentReference
    ReceiptDocumentReference*:DocumentReference StatementDocumentReference*:DocumentReference
    OriginatorDocumentReference*:DocumentReference ContractDocumentReference*:DocumentReference
    AdditionalDocumentReference*:DocumentReference ProjectReference*:open Signature*:Signature
    AccountingSupplierParty!:TradingParty AccountingCustomerParty!:TradingParty PayeeParty:Party BuyerCustomerParty:TradingParty
    SellerSupplierParty:TradingParty TaxRepresentativeParty:Party Delivery*:Delivery DeliveryTerms:open
    PaymentMeans*:PaymentMeans PaymentTerms*:PaymentTerms PrepaidPayment*:Payment AllowanceCharge*:AllowanceCharge
    TaxExchangeRate:ExchangeRate PricingExchangeRate:ExchangeRate PaymentExchangeRate:ExchangeRate
    PaymentAlternativeExchangeRate:ExchangeRate TaxTotal*:TaxTotal WithholdingTaxTotal*:TaxTotal
    LegalMonetaryTotal!:MonetaryTotal InvoiceLine!*:InvoiceLine`,
  UBLExtensions: 'UBLExtension!*:UBLExtension',
  UBLExtension:
    'ID:text Name:text ExtensionAgencyID:text ExtensionAgencyName:text ExtensionVersionID:text ExtensionAgencyURI:text ExtensionURI:text ExtensionReasonCode:text ExtensionReason:text ExtensionContent!:open',
  Period:
    'StartDate:date StartTime:time EndDate:date EndTime:time DurationMeasure:measure DescriptionCode*:text Description*:text',
  BillingReference: `InvoiceDocumentReference:DocumentReference SelfBilledInvoiceDocumentReference:DocumentReference
    CreditNoteDocumentReference:DocumentReference SelfBilledCreditNoteDocumentReference:DocumentReference
    DebitNoteDocumentReference:DocumentReference ReminderDocumentReference:DocumentReference
    AdditionalDocumentReference:DocumentReference BillingReferenceLine*:open`,
  DocumentReference: `ID!:text CopyIndicator:flag UUID:text IssueDate:date IssueTime:time DocumentTypeCode:text DocumentType:text
    XPath*:text LanguageID:text LocaleCode:text VersionID:text DocumentStatusCode:text DocumentDescription*:text Attachment:open
    ValidityPeriod:Period IssuerParty:Party ResultOfVerification:open`,
  Signature: `ID!:text Note*:text ValidationDate:date ValidationTime:time ValidatorID:text CanonicalizationMethod:text
    SignatureMethod:text SignatoryParty:Party DigitalSignatureAttachment:open OriginalDocumentReference:DocumentReference`,
  TradingParty: `CustomerAssignedAccountID:text SupplierAssignedAccountID:text AdditionalAccountID*:text DataSendingCapability:text
    Party:Party DespatchContact:Contact AccountingContact:Contact SellerContact:Contact DeliveryContact:Contact
    BuyerContact:Contact`,
  Party: `MarkCareIndicator:flag MarkAttentionIndicator:flag WebsiteURI:text LogoReferenceID:text EndpointID:text
    IndustryClassificationCode:text PartyIdentification*:Identification PartyName*:open Language:open PostalAddress:Address
    PhysicalLocation:open PartyTaxScheme*:open PartyLegalEntity*:LegalEntity Contact:Contact Person*:open AgentParty:Party
    ServiceProviderParty*:open PowerOfAttorney*:open FinancialAccount:Account`,
  Identification: 'ID!:text',
  LegalEntity: `RegistrationName:text CompanyID:text RegistrationDate:date RegistrationExpirationDate:date
    CompanyLegalFormCode:text CompanyLegalForm:text SoleProprietorshipIndicator:flag CompanyLiquidationStatusCode:text
    CorporateStockAmount:amount FullyPaidSharesIndicator:flag RegistrationAddress:Address CorporateRegistrationScheme:open
    HeadOfficeParty:Party ShareholderParty*:open`,
  Contact:
    'ID:text Name:text Telephone:text Telefax:text ElectronicMail:text Note*:text OtherCommunication*:open',
  Address: `ID:text AddressTypeCode:text AddressFormatCode:text Postbox:text Floor:text Room:text StreetName:text
    AdditionalStreetName:text BlockName:text BuildingName:text BuildingNumber:text InhouseMail:text Department:text
    MarkAttention:text MarkCare:text PlotIdentification:text CitySubdivisionName:text CityName:text PostalZone:text
    CountrySubentity:text CountrySubentityCode:text Region:text District:text TimezoneOffset:text AddressLine*:AddressLine
    Country:Country LocationCoordinate*:open`,
  AddressLine: 'Line!:text',
  Country: 'IdentificationCode:text Name:text',
  Delivery: `ID:text Quantity:measure MinimumQuantity:measure MaximumQuantity:measure ActualDeliveryDate:date
    ActualDeliveryTime:time LatestDeliveryDate:date LatestDeliveryTime:time ReleaseID:text TrackingID:text DeliveryAddress:Address
    DeliveryLocation:open AlternativeDeliveryLocation:open RequestedDeliveryPeriod:Period PromisedDeliveryPeriod:Period
    EstimatedDeliveryPeriod:Period CarrierParty:Party DeliveryParty:Party NotifyParty*:Party Despatch:open DeliveryTerms*:open
    MinimumDeliveryUnit:open MaximumDeliveryUnit:open Shipment:Shipment`,
  Shipment: 'ID!:text FreightAllowanceCharge*:AllowanceCharge',
  PaymentMeans: `ID:text PaymentMeansCode!:text PaymentDueDate:date PaymentChannelCode:text InstructionID:text
    InstructionNote*:text PaymentID*:text CardAccount:open PayerFinancialAccount:Account PayeeFinancialAccount:Account
    CreditAccount:open PaymentMandate:open TradeFinancing:open`,
  Account: `ID:text Name:text AliasName:text AccountTypeCode:text AccountFormatCode:text CurrencyCode:text PaymentNote*:text
    FinancialInstitutionBranch:open Country:Country`,
  PaymentTerms: `ID:text PaymentMeansID*:text PrepaidPaymentReferenceID:text Note*:text ReferenceEventCode:text
    SettlementDiscountPercent:number PenaltySurchargePercent:number PaymentPercent:number Amount:amount
    SettlementDiscountAmount:amount PenaltyAmount:amount PaymentTermsDetailsURI:text PaymentDueDate:date InstallmentDueDate:date
    InvoicingPartyReference:text SettlementPeriod:Period PenaltyPeriod:Period ExchangeRate:ExchangeRate ValidityPeriod:Period`,
  Payment: 'ID:text PaidAmount:amount ReceivedDate:date PaidDate:date PaidTime:time InstructionID:text',
  AllowanceCharge: `ID:text ChargeIndicator!:flag AllowanceChargeReasonCode:text AllowanceChargeReason*:text
    MultiplierFactorNumeric:number PrepaidIndicator:flag SequenceNumeric:number Amount!:amount BaseAmount:amount
    AccountingCostCode:text AccountingCost:text PerUnitAmount:amount TaxCategory*:TaxCategory TaxTotal:TaxTotal
    PaymentMeans*:PaymentMeans`,
  ExchangeRate: `SourceCurrencyCode!:text SourceCurrencyBaseRate:number TargetCurrencyCode!:text TargetCurrencyBaseRate:number
    ExchangeMarketID:text CalculationRate:number MathematicOperatorCode:text Date:date ForeignExchangeContract:open`,
  TaxTotal:
    'TaxAmount!:amount RoundingAmount:amount TaxEvidenceIndicator:flag TaxIncludedIndicator:flag TaxSubtotal*:TaxSubtotal',
  TaxSubtotal: `TaxableAmount:amount TaxAmount!:amount CalculationSequenceNumeric:number TransactionCurrencyTaxAmount:amount
    Percent:number BaseUnitMeasure:measure PerUnitAmount:amount TierRange:text TierRatePercent:number TaxCategory!:TaxCategory`,
  TaxCategory: `ID:text Name:text Percent:number BaseUnitMeasure:measure PerUnitAmount:amount TaxExemptionReasonCode:text
    TaxExemptionReason*:text TierRange:text TierRatePercent:number TaxScheme!:TaxScheme`,
  TaxScheme: 'ID:text Name:text TaxTypeCode:text CurrencyCode:text JurisdictionRegionAddress*:Address',
  MonetaryTotal: `LineExtensionAmount:amount TaxExclusiveAmount:amount TaxInclusiveAmount:amount AllowanceTotalAmount:amount
    ChargeTotalAmount:amount PrepaidAmount:amount PayableRoundingAmount:amount PayableAmount!:amount
    PayableAlternativeAmount:amount`,
  InvoiceLine: `ID!:text UUID:text Note*:text InvoicedQuantity:measure LineExtensionAmount!:amount TaxPointDate:date
    AccountingCostCode:text AccountingCost:text PaymentPurposeCode:text FreeOfChargeIndicator:flag InvoicePeriod*:Period
    OrderLineReference*:open DespatchLineReference*:open ReceiptLineReference*:open BillingReference*:BillingReference
    DocumentReference*:DocumentReference PricingReference:open OriginatorParty:Party Delivery*:Delivery
    PaymentTerms*:PaymentTerms AllowanceCharge*:AllowanceCharge TaxTotal*:TaxTotal WithholdingTaxTotal*:TaxTotal Item!:Item
    Price:Price DeliveryTerms:open SubInvoiceLine*:InvoiceLine ItemPriceExtension:PriceExtension`,
  Item: `Description*:text PackQuantity:measure PackSizeNumeric:number CatalogueIndicator:flag Name:text
    HazardousRiskIndicator:flag AdditionalInformation*:text Keyword*:text BrandName*:text ModelName*:text
    BuyersItemIdentification:open SellersItemIdentification:open ManufacturersItemIdentification*:open
    StandardItemIdentification:open CatalogueItemIdentification:open AdditionalItemIdentification*:open
    CatalogueDocumentReference:DocumentReference ItemSpecificationDocumentReference*:DocumentReference OriginCountry:Country
    CommodityClassification*:Commodity TransactionConditions*:open HazardousItem*:open ClassifiedTaxCategory*:TaxCategory
    AdditionalItemProperty*:open ManufacturerParty*:Party InformationContentProviderParty:Party OriginAddress*:Address
    ItemInstance*:open Certificate*:open Dimension*:open`,
  Commodity: 'NatureCode:text CargoTypeCode:text CommodityCode:text ItemClassificationCode:text',
  Price: `PriceAmount!:amount BaseQuantity:measure PriceChangeReason*:text PriceTypeCode:text PriceType:text
    OrderableUnitFactorRate:number ValidityPeriod*:Period PriceList:open AllowanceCharge*:AllowanceCharge
    PricingExchangeRate:ExchangeRate`,
  PriceExtension: 'Amount!:amount TaxTotal*:TaxTotal',
}

/** What a leaf holds, and the attributes it may bear; all of them are text. */
export const LEAVES: Readonly<
  Record<
    string,
    { value: 'string' | 'number' | 'boolean'; format?: 'date' | 'time'; attributes: string; must?: string[] }
  >
> = {
  text: {
    value: 'string',
    attributes: `name listID listName listAgencyID listAgencyName listVersionID listURI listSchemeURI schemeID schemeName
      schemeAgencyID schemeAgencyName schemeVersionID schemeURI schemeDataURI languageID languageLocaleID`,
  },
  date: { value: 'string', format: 'date', attributes: '' },
  time: { value: 'string', format: 'time', attributes: '' },
  flag: { value: 'boolean', attributes: 'format' },
  number: { value: 'number', attributes: 'format' },
  measure: {
    value: 'number',
    attributes: 'unitCode unitCodeListID unitCodeListAgencyID unitCodeListAgencyName unitCodeListVersionID',
  },
  amount: { value: 'number', attributes: 'currencyID currencyCodeListVersionID', must: ['currencyID'] },
}
