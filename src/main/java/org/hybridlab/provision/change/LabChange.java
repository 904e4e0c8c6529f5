package org.hybridlab.provision.change;

/**
 * One difference between the lab file and the lab as the last {@code up} left it.
 *
 * @param sign {@code +} for what comes, {@code -} for what goes, {@code ~} for what changes, {@code ^} for a version
 * @param subject {@code machine}, {@code app}, {@code check}, {@code template}, {@code setting} or {@code kubernetes}
 * @param name of the machine, app, check, template or setting; the new version
 * @param text for people, without sign and subject
 * @param destroys whether something goes that does not come back by itself, so that {@code up} asks
 */
public record LabChange(String sign, String subject, String name, String text, boolean destroys) {
    static LabChange added(String subject, String name, String text) {
        return new LabChange("+", subject, name, text, false);
    }

    static LabChange removed(String subject, String name, String text, boolean destroys) {
        return new LabChange("-", subject, name, text, destroys);
    }

    static LabChange changed(String subject, String name, String text) {
        return new LabChange("~", subject, name, text, false);
    }

    /** As a line, for example {@code + machine extra: worker, linux}. */
    public String line() {
        return "%s %s %s: %s".formatted(sign, subject, name, text);
    }
}
