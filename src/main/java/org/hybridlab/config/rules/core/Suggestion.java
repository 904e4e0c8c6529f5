package org.hybridlab.config.rules.core;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** "Did you mean": the known word nearest to the written one. */
public final class Suggestion {
    /** Longer texts are compared with nothing, to save time. */
    private static final int LONGEST = 40;

    private Suggestion() {
    }

    /** The nearest word, if at most a third of its letters differ, or only case and dashes. */
    public static Optional<String> nearest(String written, Collection<String> words) {
        if (written.length() > LONGEST) {
            return Optional.empty();
        }
        return words.stream()
                .filter(word -> distance(plain(written), plain(word)) <= Math.max(1, word.length() / 3))
                .min(Comparator.comparingInt(word -> distance(plain(written), plain(word))));
    }

    /** "Did you mean 'x'? " or nothing. */
    public static String sentence(String written, Collection<String> words) {
        return nearest(written, words).map("Did you mean '%s'? "::formatted).orElse("");
    }

    private static String plain(String word) {
        return word.toLowerCase(Locale.ROOT).replaceAll("[-_ ]", "");
    }

    /** Levenshtein's distance, with a swap of two neighbours as one. */
    private static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                d[i][j] = i == 0 || j == 0 ? i + j : step(d, a, b, i, j);
            }
        }
        return d[a.length()][b.length()];
    }

    private static int step(int[][] d, String a, String b, int i, int j) {
        int change = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int best = Math.min(change, Math.min(d[i - 1][j], d[i][j - 1]) + 1);
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, d[i - 2][j - 2] + 1) : best;
    }
}
