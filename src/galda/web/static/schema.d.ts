// The JSON of the server, for scripts. Written by scripts/typescript.py from web/*/schema.py:
// change it there.

/** Hides the board of a shared device until somebody says to be looking. */
export interface Curtain {
  seat: number;
  text: string;
  button: string;
}

/** What is counted once something has been touched, such as cards until they make a price. */
export interface Counted {
  first: string;
  worth: Record<string, number>;
  due: number;
  /** What is to be done while 1 is left, 2, … up to what is due. */
  left: string[];
  /** The touches of the best choice; none where none stands out. */
  offer: string[];
  offered: string;
}

/** A turn under way: its actions, and each of them in words. */
export interface DraftWords {
  actions: number[];
  sentences: string[];
  /** Whether it is a whole turn, to be sealed. */
  ready: boolean;
}

/** A seat and its player, now or at one ply of a replay. */
export interface Player {
  seat: number;
  name: string;
  /** What the game calls the seat; empty where seats are only numbered. */
  role: string;
  /** What it plays with, or its colour and symbol: SVG, to stand beside the name. */
  mark: string;
  mine: boolean;
  free: boolean;
  acts: boolean;
  won: boolean;
  /** `null` in games that keep no score sheets. */
  score: number | null;
  /** Seconds left; `null` without a clock. */
  clock: number | null;
}

/** A player at a table that is played at. */
export interface SeatedPlayer extends Player {
  kind: string;
  /** A bot's level in words; empty for people. */
  level: string;
  /** Whether the clock is running. */
  runs: boolean;
}

/** One sentence of what happened. */
export interface LogLine {
  sequence: number;
  seat: number;
  text: string;
  undone: boolean;
  /** How many turns had been played after this one; `null` for what is no turn that stands. */
  ply: number | null;
  /** A turn as it is written on paper; else empty. */
  notation: string;
  /** What ended with it, such as a round, or what was scored after it; else empty. */
  milestone: string;
  /** Which of the score sheets that was. */
  sheet: number | null;
}

/** Something that was said. */
export interface ChatMessage {
  sequence: number;
  seat: number;
  name: string;
  text: string;
  /** `all` or `partner`. */
  to: string;
}

/** A draw or a take-back that waits for an answer. */
export interface Offer {
  kind: "draw" | "take_back";
  seat: number;
  text: string;
  /** The seats of the viewer's that are still to answer. */
  answer: number[];
}

/** How the game ended. */
export interface Result {
  winners: number[];
  reason: "rules" | "resigned" | "timeout" | "draw";
  mood: "won" | "lost" | "drawn" | "over";
  /** How it ended for who looks on: "You won!". */
  title: string;
  text: string;
  turns: number;
  /** How long it took, from the first turn to the last. */
  seconds: number;
}

/** What lets anyone check, after a game, that its chance was decided before it. */
export interface RandomDraws {
  /** The SHA-256 of the seed's digits, told from the start. */
  commitment: string;
  /** 64 hexadecimal digits once the game is over; empty before. */
  seed: string;
}

/** What else the page can offer its viewer now. */
export interface Can {
  resign: boolean;
  offer_draw: boolean;
  take_back: boolean;
  rematch: boolean;
  chat: boolean;
  partner: boolean;
  record: boolean;
  look_back: boolean;
  coach: boolean;
}

/** What a viewer sees that changes while a turn is being made, and on top of what it is made. */
export interface TurnUnderWay {
  table: string;
  /** The newest entry of the log. */
  sequence: number;
  /** The newest entry that changed the game: turns are chosen on top of it. */
  base: number;
  /** The seat through which the page looks; -1: as everybody may. */
  viewer: number;
  /** For which room the board is drawn. */
  shape: "tall" | "wide";
  /** What is to be done now; empty for those who wait, and where the game has no words for it. */
  prompt: string;
  svg: string;
  /** What can be touched in the order of the rules, and the actions that it means. */
  paths: [string[], number][];
  /** All that can be touched, in any order that makes a lawful turn; null: `paths` say it all. */
  choices: ([(string | string[])[], number | number[]])[] | null;
  counted: Counted[];
  /** What is to be done once one thing has been touched, two, … on the way to a move. */
  next_prompts: string[];
  draft: DraftWords;
}

/** All that one viewer sees of a table. */
export interface View extends TurnUnderWay {
  /** The viewer's own seats. */
  seats: number[];
  to_act: number | null;
  your_turn: boolean;
  curtain: Curtain | null;
  status: string;
  /** Whether a seat waits for somebody to sit down. */
  waiting: boolean;
  players: SeatedPlayer[];
  log: LogLine[];
  /** The turns since the viewer's own last one, by their numbers in the log. */
  since: number[];
  chat: ChatMessage[];
  offers: Offer[];
  result: Result | null;
  /** Score sheets as HTML. */
  sheets: string[];
  can: Can;
  /** The table of the rematch. */
  rematch: string | null;
  /** `null` in games without chance, and where the seed was chosen or is a short one. */
  chance: RandomDraws | null;
}

/** A view as the live connection sends it. */
export interface PushedView extends View {
  kind: "view";
}

/** A choice that a game offers before it begins. */
export interface OptionInfo {
  name: string;
  values: (number | string | boolean)[];
  default: number | string | boolean;
  help: string;
}

/** A manner in which bots play a game. */
export interface StyleInfo {
  name: string;
  title: string;
  about: string;
}

/** A game, its options, and the levels and styles of its bots. */
export interface GameInfo {
  game: string;
  title: string;
  options: OptionInfo[];
  levels: string[];
  styles: StyleInfo[];
}

/** A seat of a table just opened. */
export interface OpenedSeat {
  seat: number;
  kind: string;
  name: string;
  /** Acts for the seat, if it is yours. */
  key: string | null;
  /** Takes the seat, while it is free. */
  invite: string | null;
}

/** A table and its page. */
export interface TableLink {
  table: string;
  page: string;
}

/** A table just opened. */
export interface OpenedTable extends TableLink {
  seats: OpenedSeat[];
  /** The key of the spectators' link. */
  watch: string;
}

/** A seat that was taken by an invite, and the key that acts for it. */
export interface JoinedSeat {
  seat: number;
  key: string;
}

/** Why touches lead nowhere. */
export interface Refused {
  /** Empty where no rule is needed. */
  rule: string;
  sentence: string;
  /** Where only the order was wrong: the turn as the rules order it. */
  actions?: number[];
}

/** A move and what it is worth, as a number from 0 to 1 and in words. */
export interface RatedMove {
  action: number;
  text: string;
  value: number;
  worth: string;
}

/** A good move, what to touch for it, and why it is good. */
export interface CoachMove {
  ask: "move";
  action: number;
  touches: string[];
  text: string;
  reason: string;
  moves: RatedMove[];
}

/** The chances of one side, or of one seat where more than two sides play. */
export interface ChancesLine {
  seats: number[];
  name: string;
  mine: boolean;
  value: number;
  text: string;
}

/** How everybody stands. */
export interface CoachChances {
  ask: "chances";
  two_sides: boolean;
  lines: ChancesLine[];
  text: string;
}

/** What an opponent is up to. */
export interface CoachThreat {
  ask: "threat";
  touches: string[];
  text: string;
  reason?: string;
}

/** A step of a lesson after some of its actions. */
export interface LessonStep {
  /** Counted from 1. */
  step: number;
  steps: number;
  place: string;
  tell: string;
  told: string[];
  prompt: string;
  rule: string;
  /** Whether the step is only read. */
  reads: boolean;
  /** Whether the learner shall find what to touch before it is pointed at. */
  find: boolean;
  wanted: string[][];
  /** What the step shows on the board. */
  look: string[];
  actions: number[];
  paths: [string[], number][];
  svg: string;
}

/** What a lesson says to touches. */
export interface LessonVerdict {
  right: boolean;
  done: boolean;
  said: string;
  rule: string;
  why: string;
  /** The step with the action that the touches made, if they made one. */
  view: LessonStep | null;
}

/** A puzzle at one of its questions, after some actions of the choice. */
export interface PuzzleView {
  /** The number of the question, from 0. */
  asked: number;
  actions: number[];
  paths: [string[], number][];
  svg: string;
  said: string;
}

/** What becomes of a choice. */
export interface PuzzleAnswer {
  state: "on" | "wrong" | "right" | "solved" | "shown" | "refused";
  /** What follows on the board, one drawing after the other. */
  boards: string[];
  said: string;
  /** The rule that forbids what was touched. */
  rule: string;
  /** What to go on with; `null` at the end, and where the choice is to be made again. */
  view: PuzzleView | null;
}

/** A game against the player of a proof, after its answer. */
export interface ProofView {
  /** All that was played, the answer included. */
  actions: number[];
  paths: [string[], number][];
  svg: string;
  /** The answer, in words, or how the game ended. */
  said: string;
  /** How many positions can still come, in words. */
  left: string;
  over: boolean;
}

/** A turn from a known position. */
export interface OpeningMove {
  actions: number[];
  /** In notation. */
  text: string;
  /** In words. */
  value: string;
  kind: "won" | "drawn" | "lost";
}

/** A position among the first turns of a solved game. */
export interface OpeningView {
  actions: number[];
  paths: [string[], number][];
  svg: string;
  /** What the position is worth, in words. */
  said: string;
  /** Best first; none in the middle of a turn, at the end, and where nobody knows. */
  moves: OpeningMove[];
}

/** A place where something can be changed while a position is set up. */
export interface AnalysisPlace {
  /** What is touched on the board; it may not be drawn there. */
  id: string;
  name: string;
}

/** Something that may be put at a place, or may not by a rule. */
export interface AnalysisChoice {
  id: string;
  /** A short name, among others of the group. */
  sign: string;
  name: string;
  group: string;
  rule: string;
  /** Why it may not be put there; empty where it may. */
  sentence: string;
}

/** A position that somebody thinks about, as one viewer sees it. */
export interface AnalysisView {
  /** The whole position in one line. */
  text: string;
  svg: string;
  paths: [string[], number][];
  /** What can be touched to set the position up. */
  places: AnalysisPlace[];
  /** What may be put at the place that was asked about. */
  choices: AnalysisChoice[];
  players: Player[];
  /** Whose turn it is, or how the game ended. */
  status: string;
  prompt: string;
  /** The last turn, or its beginning, in words. */
  told: string;
  /** The same in notation. */
  words: string;
  over: boolean;
  /** Whether the last turn is still under way. */
  in_turn: boolean;
  /** Whether seats know different things. */
  secrets: boolean;
  /** Why the position cannot be, while it is being set up. */
  problem: string;
  rule: string;
}

/** A turn that was tried. */
export interface AnalysisNode {
  /** The number of the turn before it; -1: it comes first. */
  parent: number;
  actions: number[];
  words: string;
  comment: string;
}

/** All that was tried from one position. */
export interface AnalysisTree {
  game: string;
  /** Where it begins, as text. */
  root: string;
  names: string[];
  date: string;
  result: string;
  comment: string;
  /** Whole lines, the main line first. */
  nodes: AnalysisNode[];
  /** The same on paper. */
  record: string;
}

/** One of the best turns. */
export interface AnalysisTurn {
  actions: number[];
  words: string;
  text: string;
  value: number;
  worth: string;
  exact: boolean;
  /** What is touched for its first action. */
  touches: string[];
  /** The board after the best turn, for its ghosts; empty for all others. */
  board: string;
}

/** What the engine says after one look. */
export interface AnalysisVerdict {
  look: number;
  /** Whether a longer look can follow. */
  more: boolean;
  turns: AnalysisTurn[];
  note: string;
}

/** What the best turn leaves a seat, each time that what is hidden is drawn again. */
export interface AnalysisSpread {
  values: number[];
  words: string[];
  text: string;
}

/** An action that can be played: its code, in notation and as a sentence. */
export interface LegalMove {
  action: number;
  move: string;
  sentence: string;
}

/** A position by its text, as a seat sees it. */
export interface PositionInfo {
  game: string;
  text: string;
  options: Record<string, number | string | boolean>;
  viewer: number;
  to_act: number;
  in_turn: boolean;
  over: boolean;
  scores: number[];
  winners: number[];
  moves: LegalMove[];
  /** What the viewer may know, as plain values. */
  view: Record<string, unknown>;
  svg: string;
}

/** A game that was brought as a record, and its page. */
export interface BroughtGame {
  game: string;
  page: string;
  turns: number;
}

/** A game at one ply. */
export interface ReplayPly {
  ply: number;
  svg: string;
  sentence: string;
  ending: string;
  players: Player[];
  sheets: string[];
}

/** A position in which a mistake was made, to be tried again. */
export interface Task {
  /** As text, as its player knew it. */
  position: string;
  best: number[];
  lost: string;
  player: string;
}

/** What a review says about one turn. */
export interface Remark {
  kind: string;
  name: string;
  text: string;
  seat: number;
  /** What there is to learn from it; not where it was a mere inaccuracy. */
  task?: Task;
}

/** A board with a sentence to it, and what is pointed at. */
export interface Frame {
  svg: string;
  told: string;
  touches: string[];
  kind: "advised" | "threatened" | "";
}

/** A mistake on the board: the better turn, what was played, how it is punished. */
export interface MistakeLine {
  ply: number;
  frames: Frame[];
}

/** What became of an attempt at a better turn, so far. */
export interface Attempt {
  game: string;
  svg: string;
  actions: number[];
  paths: [string[], number][];
  /** Whether the turn is whole; then it is judged. */
  done: boolean;
  right: boolean;
  said: string;
  touches: string[];
  /** The board after the punishment. */
  reply?: Frame;
  /** The better turn on the board, to be shown when it is asked for. */
  answer?: Frame;
}

/** A turn that changed who leads. */
export interface TurningPoint {
  ply: number;
  text: string;
}

/** What a review has found so far. */
export interface Review {
  state: "none" | "going" | "done";
  done: number;
  total: number;
  /** By ply. */
  marks: Record<string, Remark>;
  /** SVG. */
  chart?: string;
  /** The chart as HTML. */
  table?: string;
  turning: TurningPoint[];
  /** How well everybody played, and what chance gave, as HTML; once all is reviewed. */
  sums?: string;
}
