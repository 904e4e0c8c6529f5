package org.hybridlab.host;

/** Told what setup does to the host. */
public interface SetupListener {
    /** Something begins, for example {@code Starting dockerd}. */
    void begins(String what);

    /** A line that a program printed meanwhile; also in the log. */
    void line(String line);
}
