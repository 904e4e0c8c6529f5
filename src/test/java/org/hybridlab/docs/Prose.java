package org.hybridlab.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The sentences of a Markdown page: paragraphs, list items and table cells, without code blocks and headings. */
record Prose(Path page, List<Sentence> sentences) {
    private static final Pattern END = Pattern.compile("(?<=[.!?])(?<!e\\.g\\.|etc\\.)[\"')*]*\\s+");
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9][A-Za-z0-9'’./+-]*");
    private static final Pattern ITEM = Pattern.compile("^([-*+]|\\d+\\.)\\s+");

    /** @param line where its paragraph begins, from 1 */
    record Sentence(int line, String text) {
        int words() {
            return (int) WORD.matcher(text).results().count();
        }
    }

    static Prose of(Path page) throws IOException {
        return of(page, Files.readString(page));
    }

    static Prose of(Path page, String text) {
        List<Sentence> sentences = new ArrayList<>();
        StringBuilder paragraph = new StringBuilder();
        int number = 0;
        int start = 0;
        boolean code = false;
        for (String raw : (text + "\n\n").split("\n", -1)) {
            number++;
            String line = raw.strip();
            boolean fence = line.startsWith("```");
            code ^= fence;
            boolean item = ITEM.matcher(line).find();
            boolean ends = fence || code || line.isEmpty() || item || line.startsWith("|") || line.startsWith("#");
            if (ends) {
                add(sentences, start, paragraph.toString());
                paragraph.setLength(0);
            }
            if (line.startsWith("|") && !code) {
                int row = number;
                Stream.of(line.split("(?<!\\\\)\\|")).forEach(cell -> add(sentences, row, cell));
            } else if (item && !code || !ends) {
                start = paragraph.length() == 0 ? number : start;
                paragraph.append(ITEM.matcher(line).replaceFirst("")).append(' ');
            }
        }
        return new Prose(page, sentences);
    }

    private static void add(List<Sentence> sentences, int line, String paragraph) {
        String plain = paragraph.replaceAll("`+[^`]*`+", "CODE").replaceAll("!\\[[^\\]]*\\]\\([^)]*\\)", "")
                .replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1").replaceAll("<[^>]*>", "").strip();
        for (String sentence : END.split(plain)) {
            if (WORD.matcher(sentence).find()) {
                sentences.add(new Sentence(line, sentence));
            }
        }
    }
}
