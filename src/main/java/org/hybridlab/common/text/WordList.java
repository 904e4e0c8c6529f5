package org.hybridlab.common.text;

import java.util.List;

public final class WordList {
    private WordList() {
    }

    /** @param last before the last word, for example {@code or}: {@code a, b or c} */
    public static String of(List<String> words, String last) {
        int end = words.size() - 1;
        return end < 1 ? String.join("", words)
                : String.join(", ", words.subList(0, end)) + " " + last + " " + words.get(end);
    }
}
