// Undo and redo of what is shown: the marks on a photo, or the table.

import { canRedoMarks, canUndoMarks, redoMarks, undoMarks } from "./photostate.js";
import * as table from "./state.js";

const marking = () => table.state.tab === "photo";

export const undo = () => (marking() ? undoMarks() : table.undo());
export const redo = () => (marking() ? redoMarks() : table.redo());
export const canUndo = () => (marking() ? canUndoMarks() : table.canUndo());
export const canRedo = () => (marking() ? canRedoMarks() : table.canRedo());
