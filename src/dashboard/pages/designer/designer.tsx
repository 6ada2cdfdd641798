// The designer: the editor at the left, what it will look like at the right. Nothing that a person wrote is lost: leaving
// asks, and when somebody else saved meanwhile both changes are brought together, with the person to decide what cannot be.
import { ConflictPanel } from './conflict-panel.tsx'
import { DesignerBar } from './designer-bar.tsx'
import { EditorPanes } from './editor-panes.tsx'
import { useNear } from './near-skills.tsx'
import { Preview } from './preview.tsx'
import { type Opened, useDesign } from './use-design.ts'
import { useLeaveGuard, useMoved, useSaveKey } from './use-guards.ts'

export function Designer(opened: Opened) {
  const design = useDesign(opened)
  const { form, stored, clash, faults, isNew } = design
  const near = useNear(form, isNew)
  const isMoved = useMoved(stored) && clash === null
  const save = () => void design.save(near)
  useLeaveGuard(design.isDirty)
  useSaveKey(save)
  return (
    <div class="designer">
      <DesignerBar
        {...{ form, stored, faults, isNew, isMoved, save }}
        {...{ isDirty: design.isDirty, isSaving: design.isSaving, isDraft: design.isDraft, discard: design.discard }}
        setName={(name) => design.change({ ...form, name })}
        merge={() => void design.merge()}
      />
      <div class="designer-panes">
        <EditorPanes
          form={form}
          change={(part) => design.change({ ...form, ...part })}
          faults={faults}
          isHeld={clash !== null}
        />
        {clash === null ? (
          <Preview form={form} near={near} />
        ) : (
          <ConflictPanel
            three={clash.three}
            places={clash.places}
            take={(next) => design.take(next, clash.theirs)}
            putOff={design.putOff}
          />
        )}
      </div>
    </div>
  )
}
