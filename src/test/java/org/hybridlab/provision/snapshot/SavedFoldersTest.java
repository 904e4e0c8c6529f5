package org.hybridlab.provision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;

import org.hybridlab.provider.api.DiskChange;
import org.hybridlab.provider.api.DiskChange.Access;
import org.hybridlab.provider.api.DiskChanges;
import org.junit.jupiter.api.Test;

class SavedFoldersTest {
    private static final Access BOX = new Access("755", "0:0");
    private static final Access OPEN = new Access("1777", "0:0");
    private static final Access OTHERS = new Access("755", "1000:5");

    @Test
    void folders_thatDiffer_areSaved() {
        assertThat(SavedFolders.of(known(DiskChange.access("/srv", OTHERS, BOX), DiskChange.access("/", OPEN, BOX),
                DiskChange.access("/etc/ssl", OPEN, BOX), DiskChange.access("/var/log", OPEN, BOX))))
                .containsExactly(new Snapshot.SavedFolder("/", "1777", "0:0"),
                        new Snapshot.SavedFolder("/srv", "755", "1000:5"));
    }

    @Test
    void folder_changedSince_getsWhatTheBoxHas() {
        assertThat(saved(List.of()).wrong(known(DiskChange.access("/usr", OPEN, BOX))))
                .isEqualTo(Map.of("/usr", BOX));
    }

    @Test
    void folder_changedBefore_isAsItWas() {
        SavedFolders saved = saved(List.of(new Snapshot.SavedFolder("/srv", "755", "1000:5")));

        assertThat(saved.wrong(known(DiskChange.access("/srv", OTHERS, BOX)))).isEmpty();
        assertThat(saved.wrong(known(DiskChange.access("/srv", OPEN, BOX)))).isEqualTo(Map.of("/srv", OTHERS));
        assertThat(saved.wrong(known())).as("as the box has it again").isEqualTo(Map.of("/srv", OTHERS));
        assertThat(saved.all(known(DiskChange.access("/srv", OTHERS, BOX), DiskChange.access("/usr", OPEN, BOX))))
                .isEqualTo(Map.of("/srv", OTHERS, "/usr", BOX));
    }

    /** No folder that differs is not the same as no answer. */
    @Test
    void access_thatNobodyKnows_isNotSaved() {
        DiskChanges unknown = new DiskChanges(List.of(), false);

        assertThat(SavedFolders.of(unknown)).isNull();
        assertThat(saved(List.of()).unknown(unknown)).isPresent();
        assertThat(saved(List.of()).unknown(known())).isEmpty();
        assertThat(saved(null).unknown(unknown)).isEmpty();
    }

    /** It may have been so then. */
    @Test
    void unknownAccess_leavesFoldersAlone() {
        SavedFolders unknown = saved(null);

        assertThat(unknown.wrong(known(DiskChange.access("/usr", OPEN, BOX)))).isEmpty();
        assertThat(unknown.all(known(DiskChange.access("/usr", OPEN, BOX)))).isEmpty();
    }

    @Test
    void words_areCounted() {
        assertThat(SavedFolders.words(Map.of("/srv", OTHERS))).containsExactly("1", "/srv", "755", "1000:5");
    }

    private static DiskChanges known(DiskChange... changes) {
        return new DiskChanges(List.of(changes), true);
    }

    private static SavedFolders saved(List<Snapshot.SavedFolder> folders) {
        return SavedFolders.of(new Snapshot.SavedMachine("node", "worker", List.of(), List.of(), "", List.of(),
                folders));
    }
}
