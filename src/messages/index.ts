export {
  cliError,
  confirmQuestion,
  confirmUnasked,
  demoWords,
  fenceQuestion,
  hostKeyQuestion,
  readQuestion,
  secretLeftOut,
  secretPrompt,
  secretsQuestion,
  secretStored,
  sensitiveHint,
  sensitiveQuestion,
  usageError,
  type CliError,
  type UsageError,
} from './cli.ts';
export { generalHelp, topicHelp } from './help.ts';
export { discoveryWords } from './lifecycle-discovery.ts';
export { compareWords } from './lifecycle-compare.ts';
export { editorHazardWords, hazardNote, hoverWords } from './lifecycle-hazards.ts';
export { ruleExplanation, ruleName } from './lifecycle-rules.ts';
export { hazardTitle, lifecycleWords, unresolved, witnessStep } from './lifecycle.ts';
export { editorMessages } from './editor.ts';
export { filesWords, outputWords } from './files.ts';
export { targetWords } from './targets.ts';
export { cutWords } from './cut.ts';
export { useTranslations, type Translations } from './language.ts';
export { confidence, lifecycleViewWords, setterCell, severity, transitionClass } from './lifecycleView.ts';
export { panelMessages } from './panel.ts';
export { changeWords, groupName } from './lifecycleChanges.ts';
export { fileErrorMessage } from './file-errors.ts';
export { demoErrorMessage, targetErrorMessage, systemSshLine, transportErrorMessage } from './transport.ts';
export { runWords, verdictDetail, verdictWord } from './run.ts';
export { layerMessage, layerName, layersLine, layersText } from './layers.ts';
export { evidenceNotes, probeErrorMessage } from './probe.ts';
export {
  ledgerHosts,
  ledgerJson,
  ledgerMarkdown,
  LEDGER_ROWS,
  ledgerText,
  type LedgerView,
} from './ledger.ts';
export { refusalMessage } from './refusal.ts';
export {
  hierarchyProblemMessage,
  leadMessage,
  missingBaseMessage,
  pinFindingMessage,
  pinVerdictLabel,
  readRefusalMessage,
  sourceErrorMessage,
  unresolvedNameMessage,
} from './source.ts';
export { analysisFailureMessage, editErrorMessage, markMessage, notebookErrorMessage } from './notebook.ts';
export { exportWords } from './export.ts';
export { secretKind, secretLines, secretsSentence, sensitiveAsked } from './secrets.ts';
export { lifecycleErrorMessage, listingWords, nothingFoundHint } from './lifecycle-errors.ts';
export {
  catalogueSentence,
  costSentence,
  explanationParts,
  missingSentence,
  optionLimits,
  operandName,
  operandSentence,
  optionSpelling,
  pageWords,
  refusedHeading,
  signatureText,
  stageCostSentence,
  synopsis,
  userlandSentence,
  valueName,
  type HelpPart,
} from './catalogue.ts';
export { notReconnectedLine, reconnectingLine } from './reconnect.ts';
