// What the buttons undo and redo: the marks on a photo or the table, whichever is shown.

import { marks } from "./photostate.js";
import * as table from "./state.js";

const nothing = { ...table.steps, canUndo: () => false, canRedo: () => false, undo() {}, redo() {} };

/** The steps of what is shown; a game has none. */
export const steps = () => (table.state.tab === "photo" ? marks : table.state.loose ? nothing : table.steps);
