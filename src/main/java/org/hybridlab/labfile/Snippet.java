package org.hybridlab.labfile;

/** The text of one line with a caret under one of its characters. */
final class Snippet {
    private static final int WIDTH = 100;

    private Snippet() {
    }

    /** @param column in code points, from 1 */
    static String of(String line, int column) {
        int[] characters = line.codePoints().map(Snippet::visible).toArray();
        int from = Math.max(0, Math.min(column - WIDTH / 2, characters.length - WIDTH));
        int to = Math.min(characters.length, from + WIDTH);
        String shown = new String(characters, from, to - from);
        return shown + "\n" + " ".repeat(Math.max(0, column - 1 - from)) + "^";
    }

    /** Control characters would move the caret, or the reader's terminal. */
    private static int visible(int character) {
        if (character == '\t') {
            return ' ';
        }
        int type = Character.getType(character);
        return type == Character.CONTROL || type == Character.FORMAT ? '\ufffd' : character;
    }
}
